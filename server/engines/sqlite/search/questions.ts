import type { DatabaseSync } from 'node:sqlite';
import type { SearchHits, SearchQuestion, SearchShape } from '../../../ports/searchIndex.ts';
import { buildCorrections } from './corrections.ts';
import { scopeWord, tablesOf, textColumn } from './tables.ts';

/** Documents up to which it is counted how frequent a word is. */
const DOCUMENTS_COUNTED = 20;
/** How many times as much a text weighs as the next one. */
const WEIGHT_RATIO = 4;

/** Answers questions to one build. */
export type AskBuild = (question: SearchQuestion) => SearchHits;

/** One word of a question: any of these in the index will do. */
interface Sought {
  readonly words: readonly string[];
  /** They may be beginnings of words. */
  readonly isBeginning: boolean;
}

/** The words without beginnings. */
const whole = (sought: readonly Sought[]) => sought.map(({ words }) => ({ words, isBeginning: false }));

export function buildQuestions(db: DatabaseSync, number: number, { texts, ranking }: SearchShape): AskBuild {
  const { documents, found, words } = tablesOf(number);
  const columns = texts.map((_, n) => textColumn(n)).join(' ');
  const weights = texts.map((_, n) => WEIGHT_RATIO ** (texts.length - 1 - n));
  const keyed = `SELECT (SELECT key FROM ${documents} WHERE id = ${found}.rowid) AS key FROM ${found}`;
  const hits =
    ranking === 'newest'
      ? db.prepare(`${keyed} WHERE ${found} MATCH ? ORDER BY rowid DESC LIMIT ? OFFSET ?`)
      : db.prepare(`
          ${keyed} WHERE ${found} MATCH ?
          ORDER BY rowid IN (SELECT rowid FROM ${found} WHERE ${found} MATCH ?) DESC,
            bm25(${found}, ${[...weights, 0].join(', ')}), rowid DESC
          LIMIT ? OFFSET ?`);
  const any = db.prepare(`SELECT 1 FROM ${found} WHERE ${found} MATCH ? LIMIT 1`);
  const correctionsFor = buildCorrections(db, words);
  const count = db.prepare(`
    SELECT count(*) AS documents FROM (SELECT 1 FROM ${found} WHERE ${found} MATCH ? LIMIT ${DOCUMENTS_COUNTED})`);

  function documentsWith(term: string, question: SearchQuestion): number {
    const asked = expression([{ words: [term], isBeginning: false }], question);
    return (count.get(asked) as { documents: number }).documents;
  }

  function expression(sought: readonly Sought[], question: SearchQuestion): string {
    const scope = [
      ...(question.campus === null ? [] : [scopeWord('campus', question.campus)]),
      ...Object.entries(question.filters).map(([name, value]) => scopeWord(name, value)),
    ].map((word) => `scope : "${word}"`);
    // Words are letters and digits alone (`searchWords`), so none can end the quotes.
    const parts = sought.map(
      ({ words: either, isBeginning }) =>
        `(${either.map((word) => `"${word}"${isBeginning ? ' *' : ''}`).join(' OR ')})`,
    );
    const wanted = parts.length === 0 ? [] : [`{${columns}} : (${parts.join(' AND ')})`];
    return [...scope, ...wanted].join(' AND ');
  }

  /** Words that nobody uses there give way to the nearest that somebody does; if that finds nothing, any word to any similar one. */
  function corrected(asked: readonly Sought[], question: SearchQuestion): readonly Sought[] {
    const isFound = (sought: readonly Sought[]) => any.get(expression(sought, question)) !== undefined;
    const corrections = correctionsFor((term) => documentsWith(term, question));
    const similar = asked.map((each) => {
      const [word = ''] = each.words;
      return { each, word, corrections: corrections(word, each.isBeginning) };
    });
    const nearest = similar.map(({ each, word, corrections: found }) => {
      const least = Math.min(...found.map(({ typos }) => typos));
      const near = found.filter(({ typos }) => typos === least).map(({ term }) => term);
      return isFound([each]) ? each : { words: [word, ...near], isBeginning: each.isBeginning };
    });
    if (isFound(nearest)) return nearest;
    return similar.map(({ each, word, corrections: found }) => ({
      words: [word, ...found.map(({ term }) => term)],
      isBeginning: each.isBeginning,
    }));
  }

  return (question) => {
    const asked: readonly Sought[] = question.words.map((word, n) => ({
      words: [word],
      isBeginning: n === question.words.length - 1,
    }));
    const isFound = (sought: readonly Sought[]) => any.get(expression(sought, question)) !== undefined;
    const sought =
      // Only where it finds nothing itself, a word is the beginning of others: a car is no carpet.
      ranking === 'newest' && isFound(whole(asked))
        ? whole(asked)
        : isFound(asked)
          ? asked
          : corrected(asked, question);
    const { page, perPage } = question;
    const range = [perPage + 1, (page - 1) * perPage] as const;
    const rows =
      ranking === 'newest'
        ? hits.all(expression(sought, question), ...range)
        : hits.all(expression(sought, question), expression(whole(sought), question), ...range);
    const keys = rows.map(({ key }) => String(key));
    return { keys: keys.slice(0, perPage), more: keys.length > perPage };
  };
}

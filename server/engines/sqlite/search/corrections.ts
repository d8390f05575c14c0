import type { DatabaseSync } from 'node:sqlite';
import { typosBetween, typosIn } from '../../nearWords.ts';

/** Words of the index that are read for one letter; those that follow in the alphabet are not. */
const WORDS_READ = 50_000;
/** Words of the index that are compared with the misspelled ones of one question, letter by letter: some 40 ms. */
const WORDS_COMPARED = 50_000;
/** Similar words of the index whose documents are counted for one question: some 40 ms. */
const WORDS_COUNTED = 2_000;
/** Words that are tried instead of one that is not found, the nearest and most frequent first. */
const CORRECTIONS = 8;

/** A word of the index, with the letters that it has. */
interface WordOfIndex {
  readonly term: string;
  readonly letters: number;
}

/**
 * Words that one may have been meant to be. They begin alike, so that only those are read.
 *
 * @param isBeginning it may be the beginning of one
 */
export type Corrections = (written: string, isBeginning: boolean) => readonly Correction[];

/** A word that one may have been meant to be, and the mistakes between them. */
export interface Correction {
  readonly term: string;
  readonly typos: number;
}

/**
 * Corrects the words of questions, each question within bounds for all its words together.
 *
 * @param words the table of the words of the index
 */
export function buildCorrections(
  db: DatabaseSync,
  words: string,
): (documentsWith: (term: string) => number) => Corrections {
  const near = db.prepare(`
    SELECT term FROM ${words} WHERE term >= ? AND term < ? AND col <> 'scope' GROUP BY term LIMIT ${WORDS_READ}`);
  near.setReturnArrays(true);

  function wordsWith(first: string): readonly WordOfIndex[] {
    const terms = near.all(first, `${first}\u{10ffff}`) as unknown as readonly (readonly [string])[];
    return terms.map(([term]) => ({ term, letters: lettersOf(term) }));
  }

  /**
   * Begins a question. What stands outside its scope decides nothing: who asks could tell from the hits which words
   * others use there (P8).
   *
   * @param documentsWith counts the documents in the question's scope that have a word
   */
  return (documentsWith) => {
    const read = new Map<string, readonly WordOfIndex[]>();
    let toCompare = WORDS_COMPARED;
    let toCount = WORDS_COUNTED;

    function similar(written: string, isBeginning: boolean): readonly { term: string; typos: number }[] {
      const most = typosIn(written);
      const [first = ''] = written;
      const candidates = most === 0 ? [] : (read.get(first) ?? wordsWith(first));
      read.set(first, candidates);
      const letters = lettersOf(written);
      const found: { term: string; typos: number }[] = [];
      for (const candidate of candidates) {
        // Each letter that the other word has nowhere is a mistake of its own.
        if (toCompare === 0 || bitsOf(letters & ~candidate.letters) > most) continue;
        toCompare -= 1;
        const typos = typosBetween(written, candidate.term, most, isBeginning);
        if (typos <= most) found.push({ term: candidate.term, typos });
      }
      return found;
    }

    function counted(term: string): number {
      if (toCount === 0) return 0;
      toCount -= 1;
      return documentsWith(term);
    }

    return (written, isBeginning) =>
      similar(written, isBeginning)
        .map((each) => ({ ...each, documents: counted(each.term) }))
        .filter(({ documents }) => documents > 0)
        .toSorted((a, b) => a.typos - b.typos || b.documents - a.documents)
        .slice(0, CORRECTIONS);
  };
}

/** The letters of a word as bits; letters of one bit count as one. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let n = 0; n < word.length; n += 1) letters |= 1 << (word.charCodeAt(n) & 31);
  return letters;
}

function bitsOf(letters: number): number {
  let count = 0;
  for (let left = letters; left !== 0; left &= left - 1) count += 1;
  return count;
}

import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from '@jest/globals';
import { buildCorrections } from '#server/engines/sqlite/search/corrections.ts';
import { buildSchema, tablesOf } from '#server/engines/sqlite/search/tables.ts';

/** A database whose index has these words. */
function indexOf(words: readonly string[]) {
  const db = new DatabaseSync(':memory:');
  db.exec(buildSchema(1, { texts: ['text'] }));
  const { found } = tablesOf(1);
  db.prepare(`INSERT INTO ${found} (rowid, text_0, scope) VALUES (1, ?, 'campuszou')`).run(words.join(' '));
  const correctionsFor = buildCorrections(db, tablesOf(1).words);
  return (documentsWith: (term: string) => number) => {
    const corrections = correctionsFor(documentsWith);
    return (written: string, isBeginning: boolean) => corrections(written, isBeginning).map(({ term }) => term);
  };
}

function permutations(letters: string): readonly string[] {
  if (letters === '') return [''];
  return [...letters].flatMap((letter) => permutations(letters.replace(letter, '')).map((rest) => letter + rest));
}

describe('corrections', () => {
  it('compare some 50,000 words for all words of one question together, however many it has', () => {
    // Of the same letters, so that each has to be compared letter by letter.
    const correctionsFor = indexOf(permutations('bcdefghi').map((rest) => `a${rest}`));
    const corrections = correctionsFor(() => 1);
    expect(corrections('abcdefghz', false)).toContain('abcdefghi');
    expect(corrections('abcdefghy', false)).toContain('abcdefghi');
    expect(corrections('abcdefghx', false)).toEqual([]);
    expect(correctionsFor(() => 1)('abcdefghx', false)).toContain('abcdefghi');
  });

  it('read some 50,000 words of one letter, and none that follow', () => {
    const many = Array.from({ length: 50_000 }, (_, n) => `a${String(n).padStart(5, '0')}`);
    const corrections = indexOf([...many, 'azebra'])(() => 1);
    expect(corrections('azebrb', false)).toEqual([]);
    expect(indexOf([...many.slice(1), 'azebra'])(() => 1)('azebrb', false)).toEqual(['azebra']);
  });

  it('count the documents of some 2,000 similar words of one question', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
    const similar = letters.flatMap((one) => letters.flatMap((two) => [`${one}${two}`, `${two}x${one}`]));
    let counted = 0;
    const corrections = indexOf(similar.map((end) => `lampenschirm${end}`))(() => {
      counted += 1;
      return 1;
    });
    expect(corrections('lampenschirm', true)).not.toEqual([]);
    expect(corrections('lampenschirn', true)).toEqual([]);
    expect(counted).toBe(2_000);
  });

  it('are words that somebody uses in the scope of the question, the most frequent first', () => {
    const uses: Readonly<Record<string, number>> = { lamps: 3, lampe: 7 };
    const corrections = indexOf(['lamps', 'lampe', 'lampo'])((term) => uses[term] ?? 0);
    expect(corrections('lampx', false)).toEqual(['lampe', 'lamps']);
    expect(corrections('sof', false)).toEqual([]);
  });
});

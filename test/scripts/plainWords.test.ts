import { describe, expect, it } from '@jest/globals';
import { hidingWords } from '#scripts/check/plainWords.ts';

// Put together at run time, so that these lines are not comments of their own.
const comment = (words: string) => `const a = 1;\n  /${'**'} ${words} */\nconst b = 2;`;

describe('words of comments', () => {
  it.each(['Whoever asks gets it.', 'Rows that nobody was told.', 'How far it is.'])(
    'are refused where they hide who or what: %s',
    (words) => {
      expect(hidingWords('a.ts', comment(words))).toEqual([expect.stringMatching(/^a\.ts:2 says /)]);
      expect(hidingWords('a.ts', `  // ${words}`)).toHaveLength(1);
      expect(hidingWords('a.ts', ` * ${words}`)).toHaveLength(1);
      expect(hidingWords('a.md', words)).toHaveLength(1);
    },
  );

  it('are refused where a comment opens without its noun', () => {
    expect(hidingWords('a.ts', comment('What became of a copy.'))).toHaveLength(1);
    expect(hidingWords('a.md', 'What became of a copy.')).toEqual([]);
  });

  it.each(['tell', '#told', 'prime'])('are refused as the verb of a function: %s', (verb) => {
    expect(hidingWords('a.ts', `  this.${verb}Sender(id);`)).toHaveLength(1);
    expect(hidingWords('a.ts', `  ${verb}(id);`)).toHaveLength(1);
    expect(hidingWords('a.ts', `  re${verb.replace('#', '')}(id);`)).toEqual([]);
  });

  it('are nobody’s affair in code, in texts for people and inside of other words', () => {
    expect(hidingWords('a.ts', `const told = 'Whoever has the file';`)).toEqual([]);
    expect(hidingWords('a.ts', comment('Copies rows; the untold stay. It says what is new.'))).toEqual([]);
  });
});

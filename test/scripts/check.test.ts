import { describe, expect, it } from '@jest/globals';
import { commentsOf, namedPaths } from '#scripts/check/docPaths.ts';
import { citedRows, FILE_MAX_LINES, rowsOf, tooLong } from '#scripts/check/sourceChecks.ts';

describe('checks of the source', () => {
  it('allows a file of exactly the limit, with or without a last line break', () => {
    const full = Array.from({ length: FILE_MAX_LINES }, () => 'x').join('\n');
    expect(tooLong('a.ts', full)).toEqual([]);
    expect(tooLong('a.ts', `${full}\n`)).toEqual([]);
    expect(tooLong('a.ts', `${full}\nx`)).toEqual([`a.ts has ${FILE_MAX_LINES + 1} lines, 400 are allowed`]);
  });

  it('reads the rows that test names cite', () => {
    // Put together at run time, so that these rows do not count as cited here.
    const name = (inside: string) => `it('${`[${inside}`}] says so')`;
    const whole = (row: string) => ({ row, inPart: false });
    expect(citedRows(name('ABCD-05'))).toEqual([whole('ABCD-05')]);
    expect(citedRows(name('ABCD-05, EFG-14'))).toEqual([whole('ABCD-05'), whole('EFG-14')]);
    expect(citedRows(name('a-1'))).toEqual([]);
  });

  it('counts a row that a test proves only in part apart', () => {
    const partly = `it('${'['}ABCD-05 in part] ${'['}EFG-14] says so')`;
    expect(citedRows(partly)).toEqual([
      { row: 'ABCD-05', inPart: true },
      { row: 'EFG-14', inPart: false },
    ]);
  });

  it('reads the rows of a checklist, ticked or not', () => {
    expect([...rowsOf('- [ ] ABCD-01 — one\n- [x] ABCD-02 — two\ntext ABCD-03')]).toEqual(['ABCD-01', 'ABCD-02']);
  });

  it('reads the paths that a document names, and passes over those that stand for several', () => {
    const text = 'See `server/main.ts` and `domain/<noun>/noun.ts`, `domain/offer/noun.ts`, `npm test`, `test/e2e/`.';
    expect(namedPaths(text)).toEqual(['server/main.ts', 'test/e2e/']);
  });

  it('reads them in the comments of a module, and not in its texts', () => {
    const text = "/**\n * By `server/nouns.ts`.\n */\nconst a = 'http://x `server/none.ts`'; // Not `web/nouns.ts`.\n";
    expect(namedPaths(commentsOf(text))).toEqual(['server/nouns.ts', 'web/nouns.ts']);
  });
});

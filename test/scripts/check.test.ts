import { describe, expect, it } from '@jest/globals';
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
    expect(citedRows(name('ABCD-05'))).toEqual(['ABCD-05']);
    expect(citedRows(name('ABCD-05, EFG-14'))).toEqual(['ABCD-05', 'EFG-14']);
    expect(citedRows(name('a-1'))).toEqual([]);
  });

  it('reads the rows of a checklist, ticked or not', () => {
    expect([...rowsOf('- [ ] ABCD-01 — one\n- [x] ABCD-02 — two\ntext ABCD-03')]).toEqual(['ABCD-01', 'ABCD-02']);
  });
});

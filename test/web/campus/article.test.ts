import { describe, expect, it } from '@jest/globals';
import { withArticle } from '#web/campus/article.ts';

describe('the article before a campus', () => {
  it.each([
    ['OU', 'an OU'],
    ['UT', 'a UT'],
    ['SMU', 'an SMU'],
    ['UF', 'a UF'],
    ['UCLA', 'a UCLA'],
    ['MIT', 'an MIT'],
    ['FSU', 'an FSU'],
    ['UNT', 'a UNT'],
    ['TAMU', 'a TAMU'],
    ['Stanford', 'a Stanford'],
    ['OKState', 'an OKState'],
    ['University of Oklahoma', 'a University of Oklahoma'],
  ])('%s', (name, read) => {
    expect(withArticle(name)).toBe(read);
  });
});

import { describe, expect, it } from '@jest/globals';
import { withArticle, withThe } from '#web/kit/article.ts';

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

describe('the name of a school within a sentence', () => {
  it.each([
    ['University of Oklahoma', 'the University of Oklahoma'],
    ['Massachusetts Institute of Technology', 'the Massachusetts Institute of Technology'],
    ['Duke University', 'Duke University'],
    ['Texas A&M University', 'Texas A&M University'],
  ])('%s', (name, read) => {
    expect(withThe(name)).toBe(read);
  });
});

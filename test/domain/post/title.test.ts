import { expect, it } from '@jest/globals';
import { titleOf } from '#domain/post/plainText.ts';

const paragraph = (...texts: string[]) => ({ type: 'paragraph' as const, children: texts.map((text) => ({ text })) });

it("[SHOP-A1 in part] a post's title is its first line with words, on one line", () => {
  expect(titleOf([paragraph('A walnut ', 'desk'), paragraph('It has two drawers.')])).toBe('A walnut desk');
  expect(titleOf([paragraph('  '), paragraph('\n A  bike\nof steel')])).toBe('A bike');
  const more = 'It is old, and it goes on for many more words than anybody would read as a title of a post.';
  expect(titleOf([paragraph(`A desk of oak. ${more}`)])).toBe('A desk of oak.');
  expect(titleOf([paragraph(`St. Paul ${'x'.repeat(100)}`)])).toBe(`St. Paul ${'x'.repeat(100)}`);
  expect([titleOf(null), titleOf([]), titleOf([paragraph(' ')])]).toEqual(['', '', '']);
});

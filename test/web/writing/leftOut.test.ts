import { expect, it } from '@jest/globals';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { LeftOutNote } from '#web/writing/LeftOutNote.tsx';

const note = (words: string) =>
  renderToString(createElement(LeftOutNote, { leftOut: { words, keep: () => undefined, forget: () => undefined } }));

it('says how much did not fit, however much it is, and reads out no more than that', () => {
  const html = note('🚲'.repeat(100_000));
  expect(html).toContain('<span role="status">100000 characters did not fit</span>');
  expect(html.length).toBeLessThan(2_000);
  expect(html).toMatch(/aria-hidden="true"[^>]*>…(<!-- -->)?🚲/u);
});

it('is not there where all fits', () => {
  expect(note('')).toBe('');
});

import { expect, it } from '@jest/globals';
import { TERMS_UPDATED, termsOfService } from '#web/policy/terms.ts';

it('[SETT-16] the terms name the campus and every figure', () => {
  const text = termsOfService('SMU')
    .flatMap(({ title, paragraphs, points = [] }) => [title, ...paragraphs, ...points])
    .join('\n');
  expect(TERMS_UPDATED).toBe('May 27, 2021');
  for (const fact of [
    'SMU',
    'at least 16 years old',
    '3-5 business days after delivery',
    '90 days to set up a payment account',
    'ships a sold item within 3 business days',
    'for 30 days',
    'opt out of arbitration by telling us in writing within 30 days',
    'within one year',
    'the greater of $100',
    'in the twelve months before',
    'less than $10,000 may be held remotely',
  ]) {
    expect(text).toContain(fact);
  }
  expect(text).not.toContain('OU');
});

it('[AUTH-35] the terms state a minimum age of 16', () => {
  const ages = termsOfService('OU')
    .flatMap(({ paragraphs, points = [] }) => [...paragraphs, ...points])
    .flatMap((text) => [...text.matchAll(/(\d+) years old/g)].map(([, age]) => age));
  expect(ages).toEqual(['16']);
});

import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { DELETION_GRACE_DAYS } from '#domain/deletion/limits.ts';
import { aboutQuad } from '#web/policy/about.ts';
import { customerSupport, howItWorks } from '#web/policy/guides.ts';
import { PRIVACY_UPDATED, privacyPolicy } from '#web/policy/privacy.ts';
import { returnPolicy, trustAndSafety } from '#web/policy/rules.ts';
import type { PolicySection } from '#web/policy/section.ts';
import { termsOfService } from '#web/policy/terms.ts';

const textOf = (sections: readonly PolicySection[]) =>
  sections
    .flatMap(({ title, paragraphs, points = [], link }) => [title, ...paragraphs, ...points, link?.to])
    .join('\n');

function expectSays(sections: readonly PolicySection[], facts: readonly string[]): void {
  const text = textOf(sections);
  for (const fact of facts) expect(text).toContain(fact);
}

it('[SETT-17] the Return Policy has every figure', () => {
  expectSays(returnPolicy, [
    '2 days after you received the item to ask the seller for a refund by message',
    '2 more days to contact us',
    'reported within 4 days of the exchange',
    'seller and buyer have 2 days to return the item and the payment',
    'the transaction completes',
  ]);
});

it('[SETT-18] the Privacy Policy says what is collected, used and shared, what is chosen, and whom to ask', () => {
  expect(PRIVACY_UPDATED).toBe('June 24, 2022');
  const sections = privacyPolicy('SMU', 'help@example.org');
  expectSays(sections, [
    'Quad at SMU',
    'Data that we collect',
    'What we use it for',
    'Who gets it',
    'card payment provider',
    'Your choices',
    'Cookies and storage',
    'rights in California',
    'no data of users under 16 years of age',
    'go to help@example.org',
  ]);
  expect(sections.filter(({ id }) => id === 'cookies').map(({ title }) => title)).toEqual(['9. Cookies and storage']);
});

it('[SETT-19] Trust and Safety: neighborly, ethical, proactive, report, rate', () => {
  const titles = trustAndSafety.map(({ title }) => title);
  expect(titles).toEqual(['Be neighborly', 'Be ethical', 'Be proactive', 'Report it', 'Rate each other']);
  expectSays(trustAndSafety, ['Report people and posts that break these rules through the app']);
});

it('[CAMP-12] [SETT-20] How It Works: the steps of buyers and sellers, and who may join', () => {
  const [buyer, seller] = howItWorks('OU');
  expect([buyer, seller].map((part) => part?.points?.length)).toEqual([5, 5]);
  expectSays(howItWorks('UT'), [
    'Find something',
    'Chat with the seller or comment on the post',
    'Make an offer',
    'Meet in a safe place',
    'Inspect the item, and pay in person',
    'Answer messages',
    'Agree on a price',
    'Meet the buyer',
    'Swap the item for the payment, and mark the post as sold',
    'not affiliated with, endorsed by or run by UT or any other school',
    'a .edu email is needed to join',
    'Send us a direct message and name your school',
  ]);
});

it('the pages to read name the ways to a copy of the data and out of the account where they are, with the days of grace', async () => {
  const rows = await readFile(new URL('../../../web/deletion/settingsPart.tsx', import.meta.url), 'utf8');
  for (const row of ['Download my data', 'Delete account']) {
    expect(rows).toContain(`'${row}'`);
    expectSays(customerSupport('help@example.org'), [`“${row}”`, `after ${DELETION_GRACE_DAYS} days`]);
  }
  expectSays(privacyPolicy('SMU', 'help@example.org'), [
    'download a copy of your data',
    `after ${DELETION_GRACE_DAYS} days`,
  ]);
  expectSays(termsOfService('SMU'), ['delete your account under Settings > Account Settings']);
});

it('[SETT-15 in part] Customer Support leads to what it names: the address of the support, Trust and Safety', () => {
  expectSays(customerSupport('help@example.org'), ['mailto:help@example.org', '/settings/trust_and_safety']);
});

it('[SETT-15 in part] no page promises that an item is paid through the app, and none lacks a word (Q83)', () => {
  const pages = [aboutQuad('OU'), howItWorks('OU'), customerSupport('help@example.org'), trustAndSafety];
  for (const page of pages) {
    expect(textOf(page)).not.toMatch(/undefined|payout|ships|refund/);
    for (const { paragraphs, points = [], title } of page)
      expect(paragraphs.length + points.length > 0 || title === 'Questions that are often asked').toBe(true);
  }
});

import { expect, it } from '@jest/globals';
import { AD_TITLE_MAX_CHARACTERS } from '#domain/ad/limits.ts';
import { firstTitle } from '#web/ad/firstTitle.ts';

it('[BOOST-25 in part] the first title of an ad is that of its post, cut between two words', () => {
  expect(firstTitle('Oak desk, $85')).toBe('Oak desk, $85');
  expect(firstTitle(' ')).toBe('Boost Post');
  // A single letter under so many marks that it is longer than a title.
  expect(firstTitle(`a${'\u0301'.repeat(AD_TITLE_MAX_CHARACTERS)}`)).toBe('Boost Post');
  const long = 'Sublease from January to July: my room, ten minutes on foot';
  expect(firstTitle(long)).toBe('Sublease from January to July: my room, ten');
  expect(firstTitle('Sublease from January to July: my own room, for nine months')).toBe(
    'Sublease from January to July: my own room, for',
  );
  // A word that ends at the limit stays, and no mark is left hanging.
  const full = `${'x'.repeat(AD_TITLE_MAX_CHARACTERS - 6)} seats`;
  expect(firstTitle(`${full} for you`)).toBe(full);
  expect(firstTitle('Two tickets for Saturday at the stadium, section 22')).toBe(
    'Two tickets for Saturday at the stadium, section',
  );
  expect(firstTitle('Two tickets for Saturday, at the big stadium -- section 22')).toBe(
    'Two tickets for Saturday, at the big stadium',
  );
});

it('[BOOST-25 in part] a word that is too long for a title is cut between two signs', () => {
  expect(firstTitle('x'.repeat(60))).toBe('x'.repeat(AD_TITLE_MAX_CHARACTERS));
  const family = '👨‍👩‍👧‍👦';
  const cut = firstTitle(family.repeat(9));
  expect(cut).toBe(family.repeat(Math.floor(AD_TITLE_MAX_CHARACTERS / family.length)));
});

import { describe, expect, it } from '@jest/globals';
import { fillText } from '#domain/kernel/rejection.ts';

describe('a text of a refusal with its figures', () => {
  it.each([
    ['Please try again in {seconds} seconds.', { seconds: 7 }, 'Please try again in 7 seconds.'],
    ['Please try again in {seconds} seconds.', { seconds: 1 }, 'Please try again in 1 second.'],
    ['Please try again in {seconds} seconds.', { seconds: 119 }, 'Please try again in 119 seconds.'],
    ['Please try again in {seconds} seconds.', { seconds: 864 }, 'Please try again in 15 minutes.'],
    ['Please try again in {seconds} seconds.', { seconds: 8_000 }, 'Please try again in 3 hours.'],
    ['At most {limit} photos at once.', { limit: 1 }, 'At most 1 photo at once.'],
    ['The field {field} is wrong.', { field: 'text' }, 'The field text is wrong.'],
    ['Nothing of {this} is known.', {}, 'Nothing of {this} is known.'],
  ])('%s with %j', (text, data, read) => {
    expect(fillText(text, data)).toBe(read);
  });
});

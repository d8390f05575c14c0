import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findLinks } from '#web/post/text/links.ts';
import { webLinks } from '#web/post/text/webLinks.ts';

const NEAR = 'Norman, Oklahoma';

/** The links of a text as `kind text`. */
function links(text: string): readonly string[] {
  return findLinks(text, NEAR, webLinks)
    .filter(({ href }) => href !== null)
    .map(({ kind, text: shown }) => `${kind} ${shown}`);
}

function hrefs(text: string): readonly (string | null)[] {
  return findLinks(text, NEAR, webLinks)
    .map(({ href }) => href)
    .filter((href) => href !== null);
}

describe('links in a text', () => {
  it('[FEED-18] finds web addresses, with and without a scheme, and leaves the full stop outside', () => {
    expect(links('See example.com/shop. Or https://ou.edu/a?b=1!')).toEqual([
      'web example.com/shop',
      'web https://ou.edu/a?b=1',
    ]);
    expect(hrefs('example.com')).toEqual(['https://example.com']);
  });

  it('[FEED-18] finds phone numbers as students write them', () => {
    for (const number of ['405-555-0199', '(405) 555-0199', '405.555.0199', '4055550199', '+1 405 555 0199']) {
      expect(links(`call ${number} tonight`)).toEqual([`phone ${number}`]);
    }
    expect(hrefs('(405) 555-0199')).toEqual(['tel:4055550199']);
  });

  it('[FEED-18] leaves numbers alone that are no phone numbers', () => {
    for (const text of [
      'ISBN 978-0-13-468599-1',
      'card 4111111111111111',
      '$1,200 or 950',
      '2026-09-03',
      'a4055550199',
    ]) {
      expect(links(text)).toEqual([]);
    }
  });

  it('[FEED-18] leads street addresses to a maps search near the campus', () => {
    for (const address of [
      '1024 S Lindsey St',
      '215 13th Avenue, Apt 4',
      '12 Old Mill Road',
      '600 West Boyd Street #210',
    ]) {
      expect(links(`Pick up at ${address}`)).toEqual([`address ${address}`]);
    }
    expect(hrefs('12 Main St')).toEqual([
      'https://www.google.com/maps/search/?api=1&query=12%20Main%20St%2C%20Norman%2C%20Oklahoma',
    ]);
  });

  it('leaves sentences with numbers alone', () => {
    for (const text of ['2 nice ways to do it', 'I have 3 Great ideas', '$20 Old Road bike?', '5 seats in a row']) {
      expect(links(text)).toEqual([]);
    }
  });

  it('[FEED-18] makes no link that could run something', () => {
    for (const text of ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd']) {
      expect(hrefs(text).every((href) => /^(https?:|mailto:|tel:)/.test(href ?? ''))).toBe(true);
    }
  });

  it('cuts any text into stretches that are the text again', () => {
    const words = fc.constantFrom('see', 'example.com', '405-555-0199', '12 Main St', '🙂', '\n', 'a@b.edu', '(', '.');
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string())), (parts) => {
        const text = parts.join(' ');
        const joined = findLinks(text, NEAR, webLinks)
          .map((segment) => segment.text)
          .join('');
        return joined === text;
      }),
      { seed: 41, numRuns: 300 },
    );
  });
});

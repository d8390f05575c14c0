import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { webLinks } from '#domain/kernel/webLinks.ts';
import { findLinks } from '#web/post/text/links.ts';

const NEAR = 'Norman, Oklahoma';

/** The links of a text as `kind text`. */
function links(text: string): readonly string[] {
  return findLinks(text, NEAR)
    .filter(({ href }) => href !== null)
    .map(({ kind, text: shown }) => `${kind} ${shown}`);
}

function hrefs(text: string): readonly (string | null)[] {
  return findLinks(text, NEAR)
    .map(({ href }) => href)
    .filter((href) => href !== null);
}

describe('links in a text', () => {
  it.each([
    ['many in one long word', `${'a.co,'.repeat(800)}${'a'.repeat(4_000)}`],
    ['many after a long word', `${'a'.repeat(4_000)}${' a.co'.repeat(800)}`],
  ])('are found in a moment: %s', (_what, text) => {
    const before = process.cpuUsage();
    expect(webLinks(text)).toHaveLength(800);
    // Milliseconds of processor: about 150, where each link looked through the whole word again for 20,000 and more.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(4_000);
  });

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
    // A full stop belongs to a short word; after a whole one it ends the sentence.
    expect(links('It is at 12 Main St. Bring a truck')).toEqual(['address 12 Main St.']);
    expect(links('It is at 660 Parrington Oval. Bring a truck')).toEqual(['address 660 Parrington Oval']);
    expect(hrefs('12 Main St')).toEqual([
      'https://www.google.com/maps/search/?api=1&query=12%20Main%20St%2C%20Norman%2C%20Oklahoma',
    ]);
  });

  it('[FEED-18] knows city, state and ZIP, and the other words for a street', () => {
    for (const address of [
      '660 Parrington Oval, Norman, OK 73019',
      '660 Parrington Oval, Norman, OK',
      '660 Parrington Oval Norman OK 73019-0390',
      '1200 Campus Loop, Salt Lake City, Utah 84112',
      '77 Massachusetts Ave, Cambridge MA 02139',
      '180 W Brooks St, 73069',
      '14 Deer Trail',
      '300 University Mall',
      '5 Civic Plaza NW',
      '12 Old Mill Rd., Unit 4, Norman, OK 73072',
      '501 Broadway, Norman, OK 73069',
    ]) {
      expect(links(`It is at ${address}; come by`)).toEqual([`address ${address}`]);
    }
    expect(hrefs('660 Parrington Oval, Norman, OK 73019')).toEqual([
      'https://www.google.com/maps/search/?api=1&query=660%20Parrington%20Oval%2C%20Norman%2C%20OK%2073019',
    ]);
    expect(links('Meet me at 12 Main St, OK?')).toEqual(['address 12 Main St']);
    expect(links('Pick up at 12 Main St. Cash OK')).toEqual(['address 12 Main St.']);
    expect(links('12 Main St, Bob and I wait')).toEqual(['address 12 Main St']);
  });

  it('leaves sentences with numbers alone', () => {
    for (const text of [
      '2 nice ways to do it',
      'I have 3 Great ideas',
      '$20 Old Road bike?',
      '5 seats in a row',
      '2 Six Flags Season Pass tickets',
      '1 Room With A View',
      'sold 3 Lamps in Norman, OK 73019',
    ]) {
      expect(links(text)).toEqual([]);
    }
  });

  it('[FEED-18] a link leads where it reads: no user before the host, no invisible characters', () => {
    for (const text of [
      'https://google.com@evil.com',
      'see://?https://google.com@evil.com',
      'https://google.com:pass@evil.com/x',
      'HTTPS://google.com%2f@evil.com',
      'see(https://google.com@evil.com)',
      'https://google.com\\@evil.com',
      'https://google.com／@evil.com',
      'https://goo\u200bgle.com',
      'pay\u200dpal.com',
      'pay\u00adpal.com',
      'https://ou.edu\u2060.evil.com',
      '\u2066https://ou.edu\u2069',
      'https://\u202emoc.live/ude.uo',
      'https://ou.edu\ufeff',
      'ou.edu\u061c/x',
      'ou.edu\u{e0020}.example.com',
    ]) {
      expect({ text, hrefs: hrefs(text) }).toEqual({ text, hrefs: [] });
      expect(hrefs(`${text} and https://ou.edu/fine`).at(-1)).toBe('https://ou.edu/fine');
    }
    expect(hrefs('👍🏽 ou.edu ❤️https://ou.edu/lamp 👩‍🎓')).toEqual(['https://ou.edu', 'https://ou.edu/lamp']);
    expect(hrefs('mail to a.b@ou.edu or see https://ou.edu/@ann')).toEqual([
      'mailto:a.b@ou.edu',
      'https://ou.edu/@ann',
    ]);
  });

  it('needs no long time for any text of 500 characters', () => {
    const words = ['12 ', 'Ab ', 'N ', 'Main ', 'St ', ', ', 'OK ', '73019', '1st ', "O'", '.', '-', 'New '];
    const hostile = words.flatMap((one) => words.map((other) => (one + other).repeat(250).slice(0, 500)));
    const start = performance.now();
    for (const text of hostile) findLinks(text, NEAR);
    // A runaway pattern takes seconds for one of them.
    expect((performance.now() - start) / hostile.length).toBeLessThan(20);
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
        const joined = findLinks(text, NEAR)
          .map((segment) => segment.text)
          .join('');
        return joined === text;
      }),
      { seed: 41, numRuns: 300 },
    );
  });
});

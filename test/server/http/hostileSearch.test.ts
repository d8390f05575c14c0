import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SEARCH_MAX_CHARACTERS } from '#domain/kernel/limits.ts';
import { countCharacters } from '#domain/kernel/text.ts';
import { searchViews } from '#projections/registry.ts';
import { picture } from '../support/pictures.ts';
import { eventually, signUpMember, write } from '../support/student.ts';
import { type TestServer, testServer } from '../support/testServer.ts';

const SEED = 20261122;
const QUERIES = 400;
/** Milliseconds of one answer: a search that ran away would take minutes. */
const ANSWER_MAX_MS = 5_000;

let server: TestServer;
let post: string;
beforeAll(async () => {
  server = await testServer();
  const ada = await signUpMember(server, 'ada', await picture(80, 60));
  post = await write(ada, 'A velocipede for sale');
});
afterAll(() => server.end());

/** Operators of search engines and of SQL, quotes, scripts of every direction, marks, and nothing at all. */
const pieces = fc.oneof(
  fc.constantFrom(
    ...[
      '"',
      "'",
      '`',
      '*',
      '^',
      '(',
      ')',
      ':',
      '-',
      '+',
      '~',
      '{',
      '}',
      '\\',
      '%',
      '_',
      ';--',
      ' OR ',
      ' AND ',
      ' NOT ',
    ],
    ...['NEAR(', 'scope:', 'text :', "' OR 1=1 --", '"*"', 'velocipede', 'velocip', 'velocpede', 'x'.repeat(40)],
    ...[
      '自転車',
      'велосипед',
      'דו-אופן',
      'دراجة',
      '자전거',
      'จักรยาน',
      'ﷺ',
      'ß',
      'İ',
      'e\u0301',
      '👩‍🎓',
      '\u202e',
      '\u0000',
    ],
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const queries = fc.record({
  text: fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('').toWellFormed()),
  show: fc.constantFrom(...Object.keys(searchViews)),
});

const search = (query: Record<string, string>, browser = server.browser()) =>
  browser.ask('GET', `/api/search?${new URLSearchParams(query)}`);

describe('hostile searches', () => {
  it(`${QUERIES} of every script, with quotes and operators, are answered in time, find nothing strange and break nothing`, async () => {
    const found = async () => (await search({ q: 'velocipede', show: 'latest' })).json.hits;
    await eventually(async () => (await found())?.length === 1);
    for (const { text, show } of fc.sample(queries, { seed: SEED, numRuns: QUERIES })) {
      const from = performance.now();
      const { status, json } = await search({ q: text, show });
      const isTaken = text.trim() !== '' && countCharacters(text) <= SEARCH_MAX_CHARACTERS;
      expect([text, show, status]).toEqual([text, show, isTaken ? 200 : 400]);
      expect(performance.now() - from).toBeLessThan(ANSWER_MAX_MS);
      // Words are words: none of them opens more than the one post that has them.
      if (isTaken && show === 'latest')
        expect([[], [post]]).toContainEqual(json.hits.map(({ key }: { key: string }) => key));
    }
    expect(await found()).toEqual([{ collection: 'posts', key: post }]);
  });

  it('one of 10,000 characters is refused by the name of what is wrong', async () => {
    const { status, json } = await search({ q: 'velocipede '.repeat(910), show: 'latest' });
    expect([status, json.error.data.field]).toEqual([400, 'q']);
  });
});

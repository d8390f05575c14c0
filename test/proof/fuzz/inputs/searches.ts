import { campuses } from '#domain/campus/registry.ts';
import { SEARCH_MAX_CHARACTERS } from '#domain/kernel/limits.ts';
import { searches, searchViews } from '#projections/registry.ts';
import { HOSTILE_TEXTS } from '../hostile.ts';
import type { Input } from '../input.ts';
import { type Draw, positionFor } from '../schemaValues.ts';
import type { Source } from '../source.ts';
import { someAddress, somebody, TEXT_CANARY } from '../world.ts';
import { plainRequest } from './requests.ts';
import { wellFormed } from './topics.ts';

/** Words of the members and of their posts. */
const SEARCHED = [TEXT_CANARY, 'Canaryperson', 'Lovelace', 'canaryperson0', 'oklahoma', '自転車', 'ﷺ', '\u{1E922}'];
/** Operators and quotes of search engines and databases, which are to be taken as words or as nothing. */
const SYNTAX = [
  ...['"', "'", '`', '«', '»', '„', '“', '‹', '「', '\\', '""', "''", '"a" "', "'--", '/*', ';'],
  ...['*', '^a', 'a*', 'NEAR(a b)', 'NEAR/2', 'AND', 'OR NOT', 'NOT', '+a', '-a', '(', ')', '((((', '{a b}:c', '- {a}'],
  ...['scope:ou', 'scope : "campusou"', '&&', '||', ':=', ':>', '[1..2]', '%', '_', '?', '$1', 'rowid', 'MATCH'],
  ...['" OR "1"="1', "' UNION SELECT key FROM documents --", '" ) OR scope : "', 'a".b*', '\u0000"', '\uffff'],
];
/** Characters of a text that is far too long. */
const LONG_CHARACTERS = 10_000;
/** Bytes of an address that Node takes with the other headers of the request. */
const ADDRESS_MAX_BYTES = 14_000;
/** Filters, each with the values that an index offers. */
const CHOICES = searches.flatMap(({ choices }) => Object.entries(choices));
/** Of a hundred searches, those with further parameters: many of them are refused before the engine is asked. */
const ODD_PERCENT = 30;
/** Code points of one block of `LETTERS`: no two scripts share one, but for a few. */
const BLOCK = 128;
/** End of the code points that have scripts; behind them are more Han characters alone. */
const SCRIPTS_END = 0x1f000;

/** The letters of every script, by blocks, each as likely as another. */
const LETTERS: readonly (readonly string[])[] = [
  ...Map.groupBy(
    Array.from({ length: SCRIPTS_END }, (_, code) => code).filter((code) => /\p{L}/u.test(String.fromCodePoint(code))),
    (code) => Math.floor(code / BLOCK),
  ).values(),
].map((codes) => codes.map((code) => String.fromCodePoint(code)));

/** A search: words that posts have, nearly have, or that break programs; now and then with an odd parameter. */
export function searchInput({ world, source }: Draw): Input {
  // Half of them by visitors, since a member may search so often a minute.
  const member = source.chance(50) ? somebody(world, source).index : null;
  const text = Array.from({ length: source.int(1, 12) }, () => word(source)).join(' ');
  const query = new URLSearchParams({
    q: wellFormed(
      source.weighted<() => string>([
        [85, () => text.slice(0, SEARCH_MAX_CHARACTERS)],
        [10, () => text],
        [5, () => fitting(longer(text))],
      ])(),
    ),
    show: source.chance(95) ? source.pick(Object.keys(searchViews)) : source.pick(HOSTILE_TEXTS),
  });
  if (source.chance(30)) query.set('campus', source.pick(campuses).id);
  if (source.chance(ODD_PERCENT)) addOdd(query, source);
  return plainRequest(`/api/search?${query}`, 'search', { member, address: someAddress(source), brake: 'searches' });
}

/** Parameters that a page sends, or nobody. */
function addOdd(query: URLSearchParams, source: Source): void {
  if (source.chance(10)) query.set('campus', source.pick(HOSTILE_TEXTS));
  if (source.chance(30)) query.set('page', source.pick(['1', '2', '50', '51', '0', '-1', '1e1', '9'.repeat(30)]));
  if (source.chance(20)) query.set('notBefore', positionFor(source));
  if (source.chance(10)) query.set('era', source.pick(['', 'nothing', 'f'.repeat(40), 'f'.repeat(41)]));
  for (const [name, values] of CHOICES) {
    if (!source.chance(20)) continue;
    query.set(name, source.chance(80) ? source.pick(values) : wellFormed(source.pick(HOSTILE_TEXTS)));
    if (source.chance(3)) query.append(name, source.pick(values));
  }
  if (source.chance(3)) query.append('q', 'again');
}

function word(source: Source): string {
  return source.weighted<() => string>([
    [4, () => source.pick(SEARCHED)],
    [3, () => source.pick(SEARCHED).slice(0, source.int(1, 6))],
    [2, () => source.pick(SEARCHED).replace('a', source.pick(['', 'x', 'aa', 'e\u0301']))],
    [2, () => source.pick(SYNTAX)],
    [2, () => `${source.pick(SYNTAX)}${source.pick(SEARCHED)}${source.pick(SYNTAX)}`],
    [3, () => foreignWord(source)],
    [1, () => source.pick(HOSTILE_TEXTS)],
  ])();
}

/** A word of letters of one script. */
function foreignWord(source: Source): string {
  const letters = source.pick(LETTERS);
  return Array.from({ length: source.int(1, 12) }, () => source.pick(letters)).join('');
}

/** A text over and over, up to far too many characters. */
function longer(text: string): string {
  return `${text} `.repeat(Math.ceil(LONG_CHARACTERS / (text.length + 1))).slice(0, LONG_CHARACTERS);
}

/** As much of a text as an address can hold. */
function fitting(text: string): string {
  const bytes = (part: string) => new URLSearchParams({ q: wellFormed(part) }).toString().length;
  let part = text;
  while (bytes(part) > ADDRESS_MAX_BYTES) part = part.slice(0, Math.floor(part.length / 2));
  return part;
}

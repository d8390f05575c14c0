import type { Source } from './source.ts';
import { TEXT_CANARY } from './world.ts';

/** Text that has broken programs before. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\u2066',
  'e\u0301'.repeat(200),
  '👩‍👩‍👧‍👦'.repeat(50),
  '__proto__',
  'constructor',
  'toString',
  "'; DROP TABLE events; --",
  '<script>alert(1)</script>',
  '${' + 'jndi:ldap://x}',
  '../../../../etc/passwd',
  '..\\..\\vault.sqlite',
  '%2e%2e%2f%00',
  '{{7*7}}',
  'ou:ou:ou',
  'x'.repeat(5_000),
  `${TEXT_CANARY} \u2028`,
  'null',
  '9'.repeat(400),
  '-0',
  'NaN',
];

/** Paths that try to leave a folder, or to be read in two ways. */
export const TRAVERSALS: readonly string[] = [
  '/images/posts/../../vault.sqlite',
  '/images/posts/%2e%2e/%2e%2e/vault.sqlite',
  '/images/posts/..%2f..%2fvault.sqlite/x.webp',
  '/images/profilePics/%00/%00.webp',
  '/assets/../../package.json',
  '/assets/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
  '/assets//....//....//etc/passwd',
  '/%5c..%5c..%5cetc%5cpasswd',
  '//evil.example/%2f..',
  '/api/topics/%E0%A4%A',
  '/api/people/by-username/%ff%fe',
  '/index.html%00.png',
  '/.git/config',
  '/dev/mail/..%2f..%2fvault.sqlite',
  '/dev/mail/__proto__',
];

/** Any JSON value, shallow or deep, of an unexpected kind. */
export function hostileValue(source: Source): unknown {
  return source.weighted<() => unknown>([
    [4, () => source.pick(HOSTILE_TEXTS)],
    [3, () => source.pick<unknown>([null, true, false, 0, -1, 1.5, 2 ** 53, -(2 ** 31), 1e308])],
    [
      2,
      () =>
        source.pick<unknown>([
          {},
          [],
          [[[]]],
          { $ne: null },
          { length: -1 },
          { length: { toString: 1 } },
          { toString: 1 },
          [null],
        ]),
    ],
    [1, () => JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"ok":true}}}')],
    [1, () => nested(source.int(1, 2_000))],
    [1, () => Array.from({ length: source.int(0, 4_000) }, (_, index) => index)],
  ])();
}

/** Arrays in arrays. */
export function nested(depth: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Characters of made-up claims: Node takes 16 KB of headers. */
const CLAIMS_CHARACTERS = 2_000;
/** Names of cookies that the server reads beside the access token, which it reads with every request. */
const COOKIES = ['quad_refresh', 'quad_fresh', 'quad_google', 'quad_tz'];
/** Headers of signed tokens: ours, others, and none. */
const TOKEN_HEADERS = ['{"alg":"HS256","typ":"JWT"}', '{"alg":"none","typ":"JWT"}', '{"alg":"HS256"}', '{}', 'x', ''];
const SIGNATURE_BYTES = 32;

/** A `Cookie` header of somebody who makes one up: tokens that are nearly ours, and what is none. */
export function hostileCookie(source: Source): string {
  const part = (text: string) => Buffer.from(text).toString('base64url');
  const value = source.weighted<() => string>([
    [
      6,
      () =>
        `${part(source.pick(TOKEN_HEADERS))}.${part(claims(source))}.${part(source.bytes(SIGNATURE_BYTES).toString('latin1'))}`,
    ],
    [1, () => `${part(source.pick(TOKEN_HEADERS))}.${part(claims(source))}.`],
    [
      1,
      () =>
        source.pick(['x', 'a.b', 'a.b.c', '..', '%', '%ff', '1.'.repeat(40), `${'0'.repeat(36)}.1.${'0'.repeat(64)}`]),
    ],
  ]);
  const cookie = () => `${source.chance(50) ? 'quad_access' : source.pick(COOKIES)}=${value()}`;
  return [cookie(), ...source.list(2, cookie)].join('; ');
}

function claims(source: Source): string {
  return source.pick([
    'no JSON',
    '',
    'null',
    '[]',
    '{',
    '{"sub":1}',
    JSON.stringify(hostileValue(source)).slice(0, CLAIMS_CHARACTERS),
  ]);
}

/** Some bytes, so many at most, and one at least. */
export function randomBytesOf(source: Source, most: number): Buffer {
  return source.chance(80) ? source.bytes(most) : source.bytes(source.int(1, most));
}

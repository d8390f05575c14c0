import { HOSTILE_TEXTS, hostileCookie, hostileValue, TRAVERSALS } from '../hostile.ts';
import type { Input } from '../input.ts';
import { nearly } from '../mutate.ts';
import type { Draw } from '../schemaValues.ts';
import { type Source, stableId } from '../source.ts';
import { someAddress, somebody } from '../world.ts';
import { FORMS } from './forms.ts';
import { jsonRequest, plainRequest } from './requests.ts';
import { wellFormed } from './topics.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'SEARCH'];
/** Paths of every kind of answer. */
export const PATHS: readonly string[] = [
  '/',
  '/api',
  ...FORMS.map(({ path }) => path),
  '/api/sessions',
  '/api/sessions/x',
  '/api/google/callback?state=x&code=y',
  '/api/unsubscribe/x',
  '/api/categories/ou',
  '/api/posts/x/img_gallery',
  '/api/search?q=lamp',
  '/api/sponsored/ou?place=7&from=6',
  '/api/oembed?url=http%3A%2F%2Fou.localhost%2Fpost%2Fx&maxwidth=-1',
  '/api/commands',
  '/api/live',
  '/api/topics/feed%3Aou',
  '/api/uploads/posts/x',
  '/api/people/by-username/x',
  '/assets/app.js',
  '/feed.xml',
  '/feed.xml?category=furniture',
  '/dev/mail',
  '/socket.io/?EIO=4&transport=polling',
  '/socket.io/?EIO=3&transport=websocket',
  '/socket.io/?EIO=4&transport=websocket&sid=nothing',
  '/health/live',
  '/health/ready',
  '/metrics',
  '/index.html',
  '/icon.svg',
  '/robots.txt',
  '/shell.html',
  '/site.webmanifest',
  '/sitemap.xml',
];
/** Routes that chance alone meets too seldom; without a body. */
const BARE_ROUTES = [
  ['DELETE', '/api/session'],
  ['DELETE', '/api/sessions'],
  ['DELETE', '/api/sessions/x'],
  ['POST', '/api/unsubscribe/x'],
  ['POST', '/api/live'],
] as const;
/** Of a hundred requests, those to such a route. */
const BARE_PERCENT = 1;
/** Of a hundred requests, those that cost the server a password's hash. */
const HASHING_PERCENT = 0.4;

/** Requests of any method to any path with any headers, query and body. */
export function httpInput(draw: Draw): Input {
  const { world, source } = draw;
  if (source.chance(20)) return form(draw);
  if (source.chance(BARE_PERCENT)) {
    const [method, path] = source.pick(BARE_ROUTES);
    return plainRequest(path, 'any', { method, member: null, address: someAddress(source) });
  }
  const method = source.chance(45) ? 'GET' : source.pick(METHODS);
  // No member logs out, because all their later inputs would be refused at once.
  const member = method !== 'DELETE' && source.chance(60) ? somebody(world, source).index : null;
  return {
    via: 'http',
    method,
    path: somePath(source),
    headers: someHeaders(source),
    body: method === 'GET' || method === 'HEAD' || source.chance(30) ? null : someBody(source).toString('base64'),
    shape: 'any',
    member,
    address: someAddress(source),
  };
}

/** The forms: nearly right, and seldom right, since some cost a hash. */
function form({ world, source, number }: Draw): Input {
  const person = somebody(world, source);
  const { path, value, by, brake } = source.pick(FORMS);
  const right = value({ person, source, id: stableId(world.seed, 'form', number) });
  const body = source.chance(HASHING_PERCENT) ? right : spoiled(right, source);
  const member = by === 'visitor' ? null : person.index;
  return jsonRequest('POST', path, body, {
    ...{ member, address: someAddress(source), shape: 'any' },
    ...(brake !== undefined && { brake }),
  });
}

/** Without one field, so that the form is refused before anything is hashed, and nearly right in the rest. */
function spoiled(value: object, source: Source): unknown {
  const changed = nearly(value, source);
  if (typeof changed !== 'object' || changed === null || Array.isArray(changed)) return changed;
  const { password: _password, ...rest } = changed as Record<string, unknown>;
  return source.chance(50) ? rest : { ...rest, password: hostileValue(source), extra: 1 };
}

function somePath(source: Source): string {
  const word = () => encodeURIComponent(wellFormed(source.pick(HOSTILE_TEXTS)).slice(0, 300));
  return source.weighted<() => string>([
    [5, () => source.pick(PATHS)],
    [3, () => source.pick(TRAVERSALS)],
    [2, () => `${source.pick(PATHS)}${source.chance(50) ? '/' : '?'}${word()}`],
    [2, () => `/${word()}/${word()}?${word()}=${word()}`],
    [
      1,
      () =>
        `/${source
          .bytes(source.int(1, 60))
          .toString('latin1')
          .replace(/[^!-~]/g, '%')}`,
    ],
    [1, () => `/${'a/'.repeat(source.int(1, 2_000))}`],
  ])();
}

function someHeaders(source: Source): Record<string, string> {
  const noise = () =>
    source
      .bytes(source.int(0, 40))
      .toString('latin1')
      .replace(/[^\t -~\u0080-\u00ff]/g, '');
  const choices: readonly (readonly [string, () => string])[] = [
    [
      'content-type',
      () =>
        source.pick([
          'application/json',
          'text/plain',
          'multipart/form-data',
          'application/json; charset=utf-7',
          noise(),
        ]),
    ],
    ['content-encoding', () => source.pick(['gzip', 'br', 'deflate', 'identity', 'zip'])],
    ['accept', () => source.pick(['*/*', 'application/json', 'text/html;q=x', noise()])],
    ['range', () => source.pick(['bytes=0-0', 'bytes=-1', 'bytes=5-1', 'bytes=0-0,1-1,2-2', noise()])],
    ['if-none-match', () => source.pick(['*', '"x"', noise()])],
    ['if-modified-since', () => noise()],
    ['origin', () => source.pick(['null', 'http://evil.example', 'http://', noise()])],
    ['host', () => source.pick(['ou.localhost', 'evil.example', '[', 'ou.localhost:99999', 'x'.repeat(500)])],
    ['cookie', () => (source.chance(80) ? hostileCookie(source) : noise())],
    ['authorization', () => source.pick(['Bearer x', 'Basic !', noise()])],
    ['x-forwarded-for', () => source.pick(['', ',,,', '::1', noise()])],
    ['user-agent', () => source.pick(['', 'x'.repeat(4_000), noise()])],
    ['x-http-method-override', () => 'DELETE'],
    ['expect', () => '100-continue'],
    ['accept-language', () => noise()],
  ];
  return Object.fromEntries(source.list(4, () => source.pick(choices)).map(([name, make]) => [name, make()]));
}

function someBody(source: Source): Buffer {
  return source.weighted<() => Buffer>([
    [3, () => Buffer.from(JSON.stringify(hostileValue(source)))],
    [2, () => Buffer.from(JSON.stringify(hostileValue(source)).slice(0, -1))],
    [2, () => source.bytes(source.int(0, 400))],
    [1, () => Buffer.from('['.repeat(source.int(1, 30_000)))],
    [0.2, () => Buffer.alloc(source.int(60_000, 90_000), 'x')],
  ])();
}

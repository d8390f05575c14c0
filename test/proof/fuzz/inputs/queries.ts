import { campuses } from '#domain/campus/registry.ts';
import { SEARCH_MAX_CHARACTERS } from '#domain/kernel/limits.ts';
import { postSearchChoices } from '#projections/post/searchFilters.ts';
import { searchViews } from '#projections/registry.ts';
import { needSchema } from '#projections/sync/protocol.ts';
import { models } from '#test/model/nouns.ts';
import { HOSTILE_TEXTS } from '../hostile.ts';
import type { Input } from '../input.ts';
import { nearly } from '../mutate.ts';
import { type Draw, drawValue, positionFor } from '../schemaValues.ts';
import { stableId } from '../source.ts';
import {
  FIRST_POSTS,
  firstPictureName,
  type Person,
  plannedPost,
  someAddress,
  somebody,
  somePost,
  TEXT_CANARY,
} from '../world.ts';
import { plainRequest } from './requests.ts';
import { wellFormed } from './topics.ts';

const COLLECTIONS = [
  ...models.flatMap(({ access, hidden = [] }) => [...Object.keys(access), ...hidden]),
  ...['__proto__', 'nothing'],
];

/** Words of the members and of their posts. */
const SEARCHED = [TEXT_CANARY, 'Canaryperson', 'Lovelace', 'canaryperson0', 'oklahoma', '自転車', 'ﷺ', '\u{1E922}'];
/** Operators of search engines, which are to be taken as words. */
const FTS_SYNTAX = [
  '"',
  '*',
  '^a',
  'a*',
  'NEAR(a b)',
  'AND',
  'OR NOT',
  'scope:ou',
  '{a b}:c',
  '`',
  '&&',
  '||',
  ':=',
  '-a',
  '(',
  ')',
];

/** All reads except topics: session, people, pictures, pages, health, and requests of a socket. */
export function queryInput(draw: Draw): Input {
  const { world, source, number } = draw;
  const person = somebody(world, source);
  const common = { member: source.chance(80) ? person.index : null, address: someAddress(source) };
  const word = () => encodeURIComponent(wellFormed(source.pick(HOSTILE_TEXTS)));
  const nothing = () => `${stableId(world.seed, 'file', source.int(0, 9))}.webp`;
  const postPicture = () => {
    const { author, postId } = plannedPost(world, source.int(0, FIRST_POSTS - 1));
    return `/images/posts/${postId}/${firstPictureName(world, `posts/${postId}`, world.people[author]?.userId ?? '')}`;
  };
  const face = ({ userId }: Person) =>
    `/images/profilePics/${userId}/${firstPictureName(world, `profilePics/${userId}`, userId)}`;
  const width = () => source.pick(['', '?w=640', '?w=320', '?w=-1', '?w=640&w=1', '?w[]=640', `?w=${word()}`]);
  return source.weighted<() => Input>([
    [2, () => plainRequest('/api/session', 'session', common)],
    [
      3,
      () => plainRequest(`/api/people/by-username/${source.chance(50) ? person.username : word()}`, 'person', common),
    ],
    [
      0.5,
      () =>
        plainRequest(`/images/posts/${somePost(world, source, number).postId}/${nothing()}${width()}`, 'any', common),
    ],
    [2, () => plainRequest(`${postPicture()}${width()}`, 'any', common)],
    [2, () => plainRequest(`${face(person)}${width()}`, 'any', common)],
    [0.5, () => plainRequest(`/images/profilePics/${person.userId}/${nothing()}${width()}`, 'any', common)],
    [1, () => plainRequest(`/images/${word()}/${word()}/${word()}`, 'any', common)],
    [1, () => plainRequest(`/${source.chance(50) ? person.username : word()}?q=${word()}`, 'any', common)],
    [1, () => plainRequest('/health/live', 'live', common)],
    [0.2, () => plainRequest('/health/ready', 'ready', common)],
    [0.2, () => plainRequest('/metrics', 'any', common)],
    [4, () => need(draw, common)],
    [4, () => search(draw, common)],
  ])();
}

/** A search: words that posts have, nearly have, or that break programs; now and then with an odd parameter. */
function search({ source }: Draw, common: Pick<Input, 'member' | 'address'>): Input {
  const word = () =>
    source.weighted<() => string>([
      [4, () => source.pick(SEARCHED)],
      [3, () => source.pick(SEARCHED).slice(0, source.int(1, 6))],
      [2, () => source.pick(SEARCHED).replace('a', source.pick(['', 'x', 'aa', 'e\u0301']))],
      [2, () => source.pick(FTS_SYNTAX)],
      [1, () => source.pick(HOSTILE_TEXTS)],
    ])();
  const text = Array.from({ length: source.int(1, 12) }, word).join(' ');
  const query = new URLSearchParams({
    q: wellFormed(source.chance(90) ? text.slice(0, SEARCH_MAX_CHARACTERS) : text),
    show: source.chance(95) ? source.pick(Object.keys(searchViews)) : source.pick(HOSTILE_TEXTS),
  });
  if (source.chance(30)) query.set('campus', source.chance(80) ? source.pick(campuses).id : source.pick(HOSTILE_TEXTS));
  if (source.chance(30)) query.set('page', source.pick(['1', '2', '50', '51', '0', '-1', '1e1', '9'.repeat(30)]));
  if (source.chance(20)) query.set('notBefore', positionFor(source));
  if (source.chance(10)) query.set('era', source.pick(['', 'nothing', 'f'.repeat(40), 'f'.repeat(41)]));
  for (const [name, values] of Object.entries(postSearchChoices)) {
    if (!source.chance(20)) continue;
    query.set(name, source.chance(80) ? source.pick(values) : wellFormed(source.pick(HOSTILE_TEXTS)));
    if (source.chance(3)) query.append(name, source.pick(values));
  }
  if (source.chance(3)) query.append('q', 'again');
  return plainRequest(`/api/search?${query}`, 'search', common);
}

function need(draw: Draw, common: Pick<Input, 'member' | 'address'>): Input {
  const { source } = draw;
  const message = drawValue(needSchema, draw) as { refs: { collection: string; key: string }[] };
  for (const ref of message.refs) ref.collection = source.pick(COLLECTIONS);
  return {
    via: 'socket',
    event: 'need',
    payload: source.chance(60) ? message : nearly(message, source),
    shape: 'need',
    ...common,
  };
}

import { needSchema } from '#projections/sync/protocol.ts';
import { models } from '#test/model/nouns.ts';
import { HOSTILE_TEXTS } from '../hostile.ts';
import type { Input } from '../input.ts';
import { nearly } from '../mutate.ts';
import { type Draw, drawValue } from '../schemaValues.ts';
import { stableId } from '../source.ts';
import { FIRST_POSTS, firstPictureName, type Person, plannedPost, someAddress, somebody, somePost } from '../world.ts';
import { plainRequest } from './requests.ts';
import { wellFormed } from './topics.ts';

const COLLECTIONS = [
  ...models.flatMap(({ access, hidden = [] }) => [...Object.keys(access), ...hidden]),
  ...['__proto__', 'nothing'],
];

/** All reads except topics and searches: session, people, pictures, pages, health, and requests of a socket. */
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
      1,
      () =>
        plainRequest(
          `/api/users${source.pick(['', `?q=${word()}`, '?q[]=a', '?page=2', '?q=a&show=latest'])}`,
          'any',
          common,
        ),
    ],
    [0.5, () => plainRequest(`/api/chats/check/${source.chance(50) ? person.userId : word()}`, 'any', common)],
    [
      0.5,
      () =>
        plainRequest(`/images/posts/${somePost(world, source, number).postId}/${nothing()}${width()}`, 'any', common),
    ],
    [3, () => plainRequest(`${postPicture()}${width()}`, 'any', common)],
    [2, () => plainRequest(`${face(person)}${width()}`, 'any', common)],
    [0.5, () => plainRequest(`/images/profilePics/${person.userId}/${nothing()}${width()}`, 'any', common)],
    [1, () => plainRequest(`/images/${word()}/${word()}/${word()}`, 'any', common)],
    [1, () => plainRequest(`/${source.chance(50) ? person.username : word()}?q=${word()}`, 'any', common)],
    [1, () => plainRequest('/health/live', 'live', common)],
    [0.2, () => plainRequest('/health/ready', 'ready', common)],
    [0.2, () => plainRequest('/metrics', 'any', common)],
    [4, () => need(draw, common)],
  ])();
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

import type * as z from 'zod/mini';
import { campuses } from '#domain/campus/registry.ts';
import { signals } from '#projections/registry.ts';
import { pageSchema, subscribeSchema, unsubscribeSchema } from '#projections/sync/protocol.ts';
import type { Known } from '#test/model/acts.ts';
import { frontTopic } from '#test/model/front.ts';
import { models } from '#test/model/nouns.ts';
import { HOSTILE_TEXTS } from '../hostile.ts';
import { type Input, RECEIVED_FLOOR, type Shape } from '../input.ts';
import { nearly } from '../mutate.ts';
import { type Draw, drawValue } from '../schemaValues.ts';
import { someAddress, somebody, somePost } from '../world.ts';
import { plainRequest } from './requests.ts';

/** A message of a client about topics. */
interface Message {
  readonly event: string;
  readonly schema: z.ZodMiniType;
  readonly shape: Shape;
}

const SUBSCRIBE: Message = { event: 'subscribe', schema: subscribeSchema, shape: 'topic' };
const PAGE: Message = { event: 'page', schema: pageSchema, shape: 'topic' };
/** Posts that one input knows of. */
const SOME_POSTS = 3;
/** Share of names that are no topics. */
const ODD_SHARE = 2;
const FROM_THE_TOP = { since: null, floor: null };
const UNSUBSCRIBE: Message = { event: 'unsubscribe', schema: unsubscribeSchema, shape: 'left' };

/** Joining, paging and leaving topics, over the socket and over HTTP. */
export function topicInput(draw: Draw): Input {
  const { world, source } = draw;
  const common = { member: source.chance(85) ? somebody(world, source).index : null, address: someAddress(source) };
  if (source.chance(5)) return signal(draw, common);
  if (source.chance(45)) return overHttp(draw, common);
  const { event, schema, shape } = source.weighted([
    [6, SUBSCRIBE],
    [3, PAGE],
    [2, UNSUBSCRIBE],
  ]);
  if (event === PAGE.event && source.chance(80)) return pageOfWindow(draw, common);
  const message = { ...(drawValue(schema, draw) as object), topic: someTopic(draw) };
  const payload = source.chance(60) ? message : nearly(message, source);
  return { via: 'socket', event, payload, shape, ...common };
}

/** A page below a joined window, as scrolling down asks for it. */
function pageOfWindow(draw: Draw, common: Pick<Input, 'member' | 'address'>): Input {
  const { source } = draw;
  const topic = source.chance(70) ? frontTopic('ou') : someTopic(draw);
  const asked = drawValue(subscribeSchema, draw) as object;
  const message = { ...(drawValue(pageSchema, draw) as object), topic, floor: RECEIVED_FLOOR };
  const first = { event: SUBSCRIBE.event, payload: { ...asked, ...FROM_THE_TOP, topic } };
  const payload = source.chance(75) ? message : nearly(message, source);
  return { via: 'socket', event: PAGE.event, payload, shape: PAGE.shape, first, ...common };
}

/** A signal behind a topic that was asked for first; it has no answer. */
function signal(draw: Draw, common: Pick<Input, 'member' | 'address'>): Input {
  const { source } = draw;
  const [name, declared] = source.pick(Object.entries(signals));
  const topic = someTopic(draw);
  const message = { topic, name, data: drawValue(declared.schema, draw) };
  const payload = source.chance(60) ? message : nearly(message, source);
  const asked = drawValue(subscribeSchema, draw) as object;
  const first = { event: SUBSCRIBE.event, payload: { ...asked, ...FROM_THE_TOP, topic } };
  return { via: 'socket', event: 'signal', payload, shape: null, first, ...common };
}

function overHttp(draw: Draw, common: Pick<Input, 'member' | 'address'>): Input {
  const { source } = draw;
  const query = source.weighted([
    [6, ''],
    [2, `?floor=${encodeURIComponent(source.pick(['', '0000000000000007', '~', 'zzz']))}`],
    [1, '?notBefore=0000000000000001'],
    [1, `?${encodeURIComponent(wellFormed(source.pick(HOSTILE_TEXTS)))}=1&floor=a&floor=b`],
  ]);
  return plainRequest(`/api/topics/${encodeURIComponent(wellFormed(someTopic(draw)))}${query}`, 'topic', common);
}

/** Lone surrogates can't be written into an address. */
export function wellFormed(text: string): string {
  return text.toWellFormed();
}

/** The name of a topic, mostly of one that exists: by the nouns' models, or a word that is none. */
function someTopic(draw: Draw): string {
  const { source } = draw;
  const known = knownIn(draw);
  const topics = models.flatMap((model) => model.topics(known));
  const kinds = topics.map(([, name]) => name.split(':')[0] ?? '');
  const odd = `${source.pick([...kinds, '__proto__', ''])}:${source.pick(HOSTILE_TEXTS)}`;
  return source.weighted([...topics, [ODD_SHARE, odd], [ODD_SHARE / 2, source.pick(HOSTILE_TEXTS)]]);
}

/** A few things that exist, or that an earlier input may have created. */
function knownIn({ world, source, number }: Draw): Known {
  const posts = Array.from({ length: SOME_POSTS }, () => somePost(world, source, number));
  const docs = posts.map(({ postId }) => ({ key: postId, doc: { root: postId, parent: postId } }));
  return {
    me: somebody(world, source).userId,
    campus: source.chance(70) ? 'ou' : source.pick(campuses).id,
    people: [somebody(world, source).userId],
    mayErr: true,
    all: <Doc>(collection: string) => (collection === 'posts' ? (docs as { key: string; doc: Doc }[]) : []),
    draw: (below) => source.int(0, below - 1),
    words: () => '',
  };
}

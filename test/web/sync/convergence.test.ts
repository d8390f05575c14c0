import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { newId } from '#domain/kernel/ids.ts';
import { richTextOf } from '#domain/post/normalise.ts';
import { collections } from '#projections/registry.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { SYSTEM, userActor } from '#test/server/support/people.ts';
import type { Sent, SyncStore } from '#web/sync/syncStore.ts';
import { freshState, shownState } from './support/expectation.ts';
import { openTab, SimBrowser } from './support/simClient.ts';
import { SimServer } from './support/simServer.ts';
import { SimTransport } from './support/simTransport.ts';
import { createRandom, VirtualTime } from './support/virtualTime.ts';

const SEED = 20260301;
const RUNS = 60;
/** Posts that are there from the start: more than the feed's first page. */
const FIRST_POSTS = 32;
/** Milliseconds after which everything has come to rest: longer than any back-off. */
const QUIET_MS = 200_000;

interface Member {
  readonly userId: string | null;
  readonly browser: SimBrowser;
  readonly transport: SimTransport;
  readonly held: Map<string, () => void>;
  readonly sent: Sent[];
  store: SyncStore;
}

/** A small community: three members, a guest from another campus and a visitor, each with a browser. */
async function community(seed: number) {
  const random = createRandom(seed);
  const time = new VirtualTime();
  const server = new SimServer(time, random);
  const userIds: (string | null)[] = [];
  const setUp = async () => {
    for (const word of ['ada', 'bob', 'cyd']) userIds.push(await server.register(word, 'ou'));
    userIds.push(await server.register('dan', 'ut'));
    for (const [index, userId] of userIds.entries()) {
      if (userId === null) continue;
      const picture = { kind: 'image', name: 'face.webp', width: 4, height: 4 } as const;
      server.rig.uploads.set(`profilePics/${userId}/face.webp`, {
        folder: `profilePics/${userId}`,
        media: picture,
        owner: userId,
        at: server.rig.clock.now().toISOString(),
      });
      const actor = userActor(userId);
      await server.give(actor, newId(userId, 100 + index), 'ChangeProfilePicture', { picture });
      await server.give(actor, newId(userId, 200 + index), 'ChangeBio', { bio: 'Sells things.' });
    }
    const [ada = '', bob = ''] = userIds.filter((id) => id !== null);
    for (let n = 0; n < FIRST_POSTS; n += 1) {
      const data = { text: richTextOf(`first ${n}`), media: [], category: 'all' };
      await server.give(userActor(n % 2 === 0 ? ada : bob), newId(SAMPLE, n), 'CreatePost', data);
    }
    await server.project();
    await server.startHub();
  };
  await time.during(setUp());
  const members = [...userIds, null].map((userId, index): Member => {
    const transport = new SimTransport(server, random, () => undefined);
    const browser = new SimBrowser(`${seed} ${index}`, time);
    const store = openTab({ browser, transport, time, random, userId });
    const feed = topicName.feed('ou');
    return { userId, browser, transport, store, held: new Map([[feed, store.hold(feed)]]), sent: [] };
  });
  return { random, time, server, members };
}

type Community = Awaited<ReturnType<typeof community>>;

const step = fc.record({
  who: fc.nat(4),
  what: fc.constantFrom(
    ...(['post', 'post', 'comment', 'comment', 'comment', 'save', 'save', 'unsave', 'edit', 'delete', 'bio'] as const),
    ...([
      'look',
      'look',
      'look',
      'leave',
      'more',
      'more',
      'drop',
      'drop',
      'slow',
      'fast',
      'reload',
      'restart',
    ] as const),
    ...(['erase', 'wait', 'wait', 'outage'] as const),
  ),
  pick: fc.nat(1_000),
  pause: fc.constantFrom(0, 1, 5, 30, 200, 3_000),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function postsOf(server: SimServer): readonly { key: string; doc: { root: string; parent: string | null } | null }[] {
  return [...server.store.documents.all('posts')] as never;
}

function give(member: Member, type: string, data: Record<string, unknown>): void {
  if (member.userId !== null) member.sent.push(member.store.send(type, data));
}

function act(world: Community, { who, what, pick }: Step): Promise<void> | void {
  const { server, members } = world;
  const member = members[who % members.length] as Member;
  const { store, transport, userId } = member;
  const posts = postsOf(server);
  const post = posts[pick % Math.max(1, posts.length)];
  const text = richTextOf(`words ${pick}`);
  const topics = [
    topicName.feed('ou'),
    topicName.feed('ou'),
    topicName.post(post?.key ?? 'none'),
    topicName.wall('ou', userId ?? 'nobody'),
    topicName.saved('ou', userId ?? 'nobody'),
    topicName.me(userId ?? 'nobody'),
    topicName.person(members[pick % members.length]?.userId ?? 'nobody'),
    topicName.campus('ou'),
  ];
  const topic = topics[pick % topics.length] as string;
  switch (what) {
    case 'post':
      return give(member, 'CreatePost', { text, media: [], category: 'all' });
    case 'comment':
      if (post?.doc != null) give(member, 'AddComment', { text, media: [], root: post.doc.root, parent: post.key });
      return;
    case 'save':
      return give(member, 'SavePost', { postId: post?.key ?? newId(SAMPLE, pick) });
    case 'unsave':
      return give(member, 'UnsavePost', { postId: post?.key ?? newId(SAMPLE, pick) });
    case 'edit':
      return give(member, 'EditPost', { postId: post?.key ?? newId(SAMPLE, pick), text, media: [] });
    case 'delete':
      return give(member, 'DeletePost', { postId: post?.key ?? newId(SAMPLE, pick) });
    case 'bio':
      return give(member, 'ChangeBio', { bio: `Sells ${pick}.` });
    case 'look':
      if (!member.held.has(topic)) member.held.set(topic, store.hold(topic));
      return;
    case 'leave': {
      const [name] = member.held.keys();
      if (name === undefined) return;
      member.held.get(name)?.();
      member.held.delete(name);
      return;
    }
    case 'more':
      for (const name of member.held.keys()) store.loadMore(name);
      return;
    case 'drop':
      return transport.drop();
    case 'slow':
      transport.weather = { latency: [400, 2_500] };
      return;
    case 'fast':
      transport.weather = { latency: [1, 30] };
      return;
    case 'reload': {
      store.stop();
      member.store = openTab({ ...member, time: world.time, random: world.random });
      for (const name of [...member.held.keys()]) member.held.set(name, member.store.hold(name));
      return;
    }
    case 'restart':
      return world.time.during(server.startHub().then(() => undefined));
    case 'outage':
      world.time.after(5_000, () => void world.time.during(server.startHub()));
      return world.time.during(server.stopHub());
    case 'erase':
      // Rarely, and never everybody: a story goes on after it.
      if (pick % 10 !== 0 || who !== 2 || userId === null) return;
      return world.time.during(server.give(SYSTEM, newId(SAMPLE, 7), 'EraseUser', { userId }).catch(() => undefined));
    case 'wait':
      return;
  }
}

const SAMPLE = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';

async function play(seed: number, steps: readonly Step[]): Promise<Community> {
  const world = await community(seed);
  for (const each of steps) {
    await act(world, each);
    await world.time.pass(each.pause);
  }
  for (const { transport } of world.members) transport.weather = { latency: [1, 5] };
  await world.time.pass(QUIET_MS);
  return world;
}

describe('clients and the hub', () => {
  it('[FEED-03] [COMM-10] [POST-16] P5: whatever happens on the way, every client ends with what a fresh snapshot holds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.array(step, { minLength: 30, maxLength: 120, size: 'max' }),
        async (seed, steps) => {
          const { server, members } = await play(seed, steps);
          for (const { store, userId } of members) {
            const source = { store: server.store, collections };
            expect(shownState(store)).toEqual(await freshState(source, store.floors(), userId));
            store.stop();
          }
        },
      ),
      { seed: SEED, numRuns: RUNS },
    );
  }, 120_000);
});

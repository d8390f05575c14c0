import fc from 'fast-check';
import { newId } from '#domain/kernel/ids.ts';
import { richTextOf } from '#domain/post/normalise.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { type Community, createCommunity, type Member, moveToOu, openSecondTab, SAMPLE } from './community.ts';
import { openTab } from './simClient.ts';
import type { SimServer } from './simServer.ts';
import type { Wiretap } from './simTransport.ts';

/** Milliseconds after which everything has come to rest: longer than any back-off. */
const QUIET_MS = 200_000;
/** Milliseconds without a hub. */
const OUTAGE_MS = 5_000;
/** Milliseconds for which a reader reads nothing. */
const STALL_MS = 15_000;
/** Milliseconds that a laptop sleeps: longer than topics linger. */
const SLEEP_MS = 6 * 60_000;
/** Milliseconds by which a wall clock is set forth or back. */
const CLOCK_STEP_MS = 90 * 60_000;
/** Share of rows and commands that a bad network doubles. */
const DOUBLED = 0.3;
/** Tabs that there are at most: six people, and some of them twice. */
const TABS_MAX = 9;
/** Tabs that stay open. */
const FIRST_TABS = 6;
/** Every so many posts is one that many people look at. */
const LIVELY_EVERY = 9;

/** What members do, and what happens to them. */
const DEEDS = {
  post: 2,
  comment: 3,
  save: 4,
  unsave: 3,
  edit: 1,
  delete: 1,
  bio: 1,
  look: 3,
  leave: 1,
  more: 2,
  drop: 2,
  slow: 1,
  fast: 1,
  reload: 1,
  restart: 1,
  outage: 1,
  erase: 1,
  move: 3,
  wait: 2,
  vanish: 1,
  silence: 1,
  stall: 1,
  double: 3,
  tab: 1,
  close: 1,
  crash: 1,
  disk: 3,
  clock: 1,
  sleep: 1,
  'log-out': 1,
} as const;
type Deed = keyof typeof DEEDS;

/** One step: who does what, with which of the things there are, and how long nothing else happens. */
export interface Step {
  readonly who: number;
  readonly what: Deed;
  readonly pick: number;
  readonly pause: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.nat(TABS_MAX - 1),
  what: fc.constantFrom(...(Object.keys(DEEDS) as Deed[]).flatMap((deed) => Array<Deed>(DEEDS[deed]).fill(deed))),
  pick: fc.nat(1_000),
  pause: fc.constantFrom(0, 1, 5, 30, 200, 3_000),
});

/** A seed for times and networks, and the steps. */
export interface Story {
  readonly seed: number;
  readonly steps: readonly Step[];
}

/** Random stories. */
export const stories: fc.Arbitrary<Story> = fc.record({
  seed: fc.nat(),
  steps: fc.array(step, { minLength: 30, maxLength: 120, size: 'max' }),
});

/** Plays a story and lets everything come to rest. */
export async function play(
  { seed, steps }: Story,
  wiretapFor: (server: SimServer) => Wiretap = () => () => undefined,
): Promise<Community> {
  const community = await createCommunity(seed, wiretapFor);
  for (const each of steps) {
    await act(community, each);
    await community.time.pass(each.pause);
  }
  for (const { transport } of community.members) transport.weather = { latency: [1, 5] };
  await community.time.pass(QUIET_MS);
  // A topic that was refused is asked for again by its reader: nobody is told when it would be allowed.
  for (const { store } of community.members) for (const name of Object.keys(store.floors())) store.retryTopic(name);
  await community.time.pass(QUIET_MS);
  return community;
}

async function act(community: Community, { who, what, pick }: Step): Promise<void> {
  const { members } = community;
  const member = members[who % members.length] as Member;
  switch (what) {
    case 'post':
    case 'comment':
    case 'save':
    case 'unsave':
    case 'edit':
    case 'delete':
    case 'bio':
      return giveCommand(community.server, member, what, pick);
    case 'look':
    case 'leave':
    case 'more':
      return look(community, member, what, pick);
    case 'drop':
    case 'vanish':
    case 'silence':
      return member.transport[what]();
    case 'stall':
      return member.transport.stall(STALL_MS);
    case 'double':
      member.transport.weather = { latency: [1, 200], doubled: DOUBLED };
      return;
    case 'tab':
      if (members.length < TABS_MAX) openSecondTab(community, member);
      return;
    case 'close':
      return closeTab(community, member);
    case 'slow':
      member.transport.weather = { latency: [400, 2_500] };
      return;
    case 'fast':
      member.transport.weather = { latency: [1, 30] };
      return;
    case 'reload':
      return reload(community, member);
    default:
      return disturb(community, member, what, pick);
  }
}

function giveCommand(server: SimServer, member: Member, deed: Deed, pick: number): void {
  const { posts } = server;
  // Most of what people do concerns a few posts: that is where orders, versions and counters meet.
  const lively = posts.filter((_, place) => place % LIVELY_EVERY === 0);
  const among = pick % 4 === 0 ? posts : lively;
  const post = among[pick % Math.max(1, among.length)];
  const postId = post?.key ?? newId(SAMPLE, pick);
  const text = richTextOf(`words ${pick}`);
  const commands: Partial<Record<Deed, readonly [type: string, data: Record<string, unknown>]>> = {
    post: ['CreatePost', { text, media: [], category: 'all' }],
    comment: ['AddComment', { text, media: [], root: post?.doc?.root ?? postId, parent: postId }],
    save: ['SavePost', { postId }],
    unsave: ['UnsavePost', { postId }],
    edit: ['EditPost', { postId, text, media: [] }],
    delete: ['DeletePost', { postId }],
    bio: ['ChangeBio', { bio: `Sells ${pick}.` }],
  };
  const command = commands[deed];
  if (command === undefined || member.transport.userId === null) return;
  const given = { ...member.store.send(...command), outcome: null, page: member.store };
  member.sent.push(given);
  void given.settled.then((outcome) => Object.assign(given, { outcome }));
}

function look({ server, members }: Community, { store, held, userId }: Member, deed: Deed, pick: number): void {
  const somebody = members[pick % members.length]?.userId ?? 'nobody';
  const topics = [
    topicName.feed(pick % 4 === 0 ? 'ut' : 'ou'),
    topicName.post(server.posts[pick % Math.max(1, server.posts.length)]?.key ?? 'none'),
    topicName.wall('ou', somebody),
    topicName.saved('ou', userId ?? somebody),
    topicName.saved('ou', somebody),
    topicName.me(userId ?? somebody),
    topicName.me(somebody),
    topicName.person(somebody),
    topicName.campus(pick % 4 === 0 ? 'ut' : 'ou'),
  ];
  const topic = topics[pick % topics.length] as string;
  const [first] = held;
  if (deed === 'look' && !held.has(topic)) held.set(topic, store.hold(topic));
  if (deed === 'more') for (const name of held.keys()) store.loadMore(name);
  if (deed === 'leave' && first !== undefined) {
    first[1]();
    held.delete(first[0]);
  }
}

/** A second tab is closed; the first six stay. */
function closeTab({ members, closed }: Community, member: Member): void {
  const place = members.indexOf(member);
  if (place < FIRST_TABS) return;
  member.store.stop();
  closed.push(...members.splice(place, 1));
}

/** The page is loaded anew: the outbox is what is left of it. */
function reload({ time, random }: Community, member: Member): void {
  member.store.stop();
  member.store = openTab({ ...member, campus: member.transport.campus, time, random });
  for (const name of [...member.held.keys()]) member.held.set(name, member.store.hold(name));
}

async function disturb({ server, time, members }: Community, member: Member, deed: Deed, pick: number): Promise<void> {
  if (deed === 'restart') void server.startHub();
  if (deed === 'crash') void server.restartProcess();
  if (deed === 'disk') server.failNextAppend((['lands', 'lands-late', 'never-lands'] as const)[pick % 3] ?? 'lands');
  if (deed === 'clock') server.rig.clock.advance(pick % 2 === 0 ? CLOCK_STEP_MS : -CLOCK_STEP_MS);
  if (deed === 'sleep') await time.pass(SLEEP_MS);
  if (deed === 'log-out' && member.userId !== null) server.hub?.endUser(member.userId);
  if (deed === 'outage') {
    time.after(OUTAGE_MS, () => void server.startHub());
    void server.stopHub();
  }
  // Once for each story at most: the third member goes, the fifth one moves.
  const isRare = pick % 5 === 0;
  const [, , leaver, , mover] = members;
  if (deed === 'erase' && isRare && member === leaver && member.userId !== null) {
    await time.during(server.erase(newId(SAMPLE, 7), member.userId));
  }
  if (deed === 'move' && isRare && mover?.userId != null) await time.during(moveToOu(server, mover.userId));
}

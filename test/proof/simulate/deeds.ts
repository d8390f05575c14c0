import { newId } from '#domain/kernel/ids.ts';
import { richTextOf } from '#domain/post/normalise.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { type Community, type Member, openSecondTab, SAMPLE, sendFrom } from './community.ts';
import { changeCampus, erase, signUp } from './orders.ts';
import { beUser, openTab, uploadTo } from './simClient.ts';

/** Tabs that there are at most: six people, and some of them twice. */
export const TABS_MAX = 9;
/** Tabs that stay open. */
const FIRST_TABS = 6;
/** Every so many posts is one that many people look at. */
const LIVELY_EVERY = 9;
/** One in so many of these deeds is done: the third member goes in every third story, the fifth one moves in most. */
const RARELY = 3;

/** Milliseconds for which a page is away. */
const A_WHILE_MS = 2_000;

/** Something that may happen in a step: `pick` says with which of the things there are, or which kind of it. */
export interface Happening {
  /** Its share of all steps. */
  readonly often: number;
  readonly act: (community: Community, member: Member, pick: number) => void | Promise<void>;
}

/** What people do. */
export const DEEDS = {
  post: command(2, (pick) => ['CreatePost', { ...wordsOf(pick), category: 'all' }]),
  picture: { often: 2, act: (_community, member, pick) => postPicture(member, pick) },
  comment: command(5, (pick, postId, root) => [
    'AddComment',
    { ...wordsOf(pick), root: root ?? postId, parent: postId },
  ]),
  save: command(4, (_pick, postId) => ['SavePost', { postId }]),
  unsave: command(3, (_pick, postId) => ['UnsavePost', { postId }]),
  edit: command(1, (pick, postId) => ['EditPost', { postId, ...wordsOf(pick) }]),
  delete: command(1, (_pick, postId) => ['DeletePost', { postId }]),
  // Few texts, so that what somebody says comes back to what it was.
  bio: command(2, (pick) => ['ChangeBio', { bio: `Sells ${pick % 3}.` }]),
  look: { often: 4, act: look },
  read: { often: 4, act: read },
  leave: { often: 1, act: (_community, member) => leave(member) },
  more: { often: 2, act: (_community, member) => loadMore(member) },
  tab: {
    often: 1,
    act(community, member) {
      if (community.members.length < TABS_MAX) openSecondTab(community, member);
    },
  },
  close: { often: 1, act: closeTab },
  reload: { often: 1, act: reload },
  'log-out': { often: 1, act: logOut },
  'log-in': { often: 1, act: logIn },
  'sign-up': { often: 1, act: (community, _member, pick) => signUp(community, pick) },
  move: {
    often: 2,
    act({ members: [, , , , mover], ...community }, _member, pick) {
      if (pick % RARELY === 0 && mover !== undefined) changeCampus(community, mover);
    },
  },
  erase: {
    often: 1,
    act(community, _member, pick) {
      const [, , leaver] = community.members;
      if (pick % RARELY === 0 && leaver !== undefined) erase(community, leaver);
    },
  },
  wait: { often: 2, act: () => undefined },
} satisfies Readonly<Record<string, Happening>>;

function wordsOf(pick: number) {
  return { text: richTextOf(`words ${pick}`), media: [] };
}

/** A command about one of the posts that there are. */
function command(
  often: number,
  make: (
    pick: number,
    postId: string,
    root: string | undefined,
  ) => readonly [type: string, data: Record<string, unknown>],
): Happening {
  return {
    often,
    act({ server: { posts } }, member, pick) {
      // Most of what people do concerns a few posts: that is where orders, versions and counters meet.
      const lively = posts.filter((_, place) => place % LIVELY_EVERY === 0);
      const among = pick % 4 === 0 ? posts : lively;
      const post = among[pick % Math.max(1, among.length)];
      sendFrom(member, ...make(pick, post?.key ?? newId(SAMPLE, pick), post?.doc?.root));
    },
  };
}

/** A post with a file, which is uploaded first. */
function postPicture(member: Member, pick: number): void {
  const name = 'local.webp';
  const media = [{ kind: 'image', name, width: 4, height: 3 }];
  const file = new Blob(['x'.repeat(1 + pick)]);
  sendFrom(member, 'CreatePost', { text: richTextOf('look'), media, category: 'all' }, [{ name, file }]);
}

function look({ server, members }: Community, { store, held, userId }: Member, pick: number): void {
  const somebody = members[pick % members.length]?.userId ?? 'nobody';
  const campus = pick % 4 === 0 ? 'ut' : 'ou';
  const topics = [
    topicName.feed(campus),
    topicName.post(server.posts[pick % Math.max(1, server.posts.length)]?.key ?? 'none'),
    topicName.wall(campus, somebody),
    topicName.saved('ou', userId ?? somebody),
    topicName.saved('ou', somebody),
    topicName.me(userId ?? somebody),
    topicName.me(somebody),
    topicName.person(somebody),
    topicName.campus(campus),
  ];
  const topic = topics[pick % topics.length] as string;
  if (!held.has(topic)) held.set(topic, store.hold(topic));
}

/** Opens a thread, of those in which most is written, in one of the ways in which it can be read. */
function read({ server: { posts } }: Community, { store, held }: Member, pick: number): void {
  const lively = posts.filter((_, place) => place % LIVELY_EVERY === 0);
  const post = lively[pick % Math.max(1, lively.length)];
  if (post === undefined) return;
  const root = post.doc?.root ?? post.key;
  const heads = posts.filter(({ doc }) => doc?.parent === root);
  const head = heads[pick % Math.max(1, heads.length)]?.key ?? post.key;
  const topics = [topicName.post(root), topicName.replies(root, head), topicName.latest(root)];
  const topic = topics[pick % topics.length] as string;
  if (!held.has(topic)) held.set(topic, store.hold(topic));
}

function loadMore({ held, store }: Member): void {
  for (const name of held.keys()) store.loadMore(name);
}

function leave({ held }: Member): void {
  const [first] = held;
  if (first === undefined) return;
  first[1]();
  held.delete(first[0]);
}

/** A second tab is closed; the first six stay. */
function closeTab({ members, closed }: Community, member: Member): void {
  const place = members.indexOf(member);
  if (place < FIRST_TABS) return;
  member.store.stop();
  closed.push(...members.splice(place, 1));
}

/** The page is loaded anew: the outbox is what is left of it. */
export function reload({ time, random }: Community, member: Member): void {
  const { transport } = member;
  member.store.stop();
  member.store = openTab({
    ...{ ...member, campus: transport.campus, time, random },
    upload: uploadTo(transport, time),
  });
  for (const name of [...member.held.keys()]) member.held.set(name, member.store.hold(name));
}

/**
 * Somebody logs out: the pages of that browser learn of it by their sockets, or when they come back. In some stories
 * one of them has no connection just then.
 */
function logOut({ server, time }: Community, { browser, transport }: Member, pick: number): void {
  if (pick % RARELY === 0) {
    transport.isReachable = false;
    transport.drop();
    time.after(A_WHILE_MS, () => {
      transport.isReachable = true;
    });
  }
  if (browser.session !== null) void server.process?.sessions.end(browser.session.sessionId);
}

/** Somebody who has no session logs in again, in every tab of the browser. */
export function logIn({ members, erased }: Community, { browser, transport, userId }: Member): void {
  if (userId === null || erased.has(userId)) return;
  if (browser.session !== null && !transport.stands(browser.session.sessionId)) browser.session = null;
  for (const member of members) {
    const { store, transport: own } = member;
    if (member.browser === browser && !own.hasSession) beUser(browser, own, store, userId, own.campus);
  }
}

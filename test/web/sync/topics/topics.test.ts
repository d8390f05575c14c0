import { describe, expect, it } from '@jest/globals';
import { FEED_PAGE_POSTS } from '#domain/campus/limits.ts';
import { effectiveCommandId, newId } from '#domain/kernel/ids.ts';
import { type DocumentRef, refId } from '#projections/kernel/collection.ts';
import { saveKey } from '#projections/save/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { postsIn, words } from '#test/model/post/story.ts';
import { A_MOMENT_MS, type Room, room, type Tab } from '#test/proof/simulate/room.ts';
import { beUser } from '#test/proof/simulate/simClient.ts';
import { LINGERING_TOPICS_MAX, TOPIC_LINGER_MS } from '#web/sync/topics/limits.ts';
import { noAnswer } from '#web/sync/transport/http.ts';

const FEED = topicName.feed('ou');
/** Posts in the first page of OU's feed. */
const FIRST_PAGE = 25;
/** Before every event. */
const START = '0000000000000000';

function documentOf({ store }: Tab, ref: DocumentRef): Record<string, unknown> | undefined {
  return store.view.getState().documents[refId(ref)] as Record<string, unknown> | undefined;
}

function windowOf({ store }: Tab, topic: string): readonly string[] {
  return store.view.getState().windows[topic] ?? [];
}

async function withPosts(count: number): Promise<Room> {
  const quad = await room('ada', 'bob');
  for (let n = 0; n < count; n += 1) await quad.give('ada', 'CreatePost', words(`post ${n}`));
  await quad.moment();
  return quad;
}

/** The hub's answer to a visitor who joins a topic. */
async function answerOf(quad: Room, topic: string): Promise<unknown> {
  const { transport } = quad.open(null);
  await quad.moment();
  const question = { topic, since: null, floor: null, notBefore: START };
  const [answer] = await Promise.all([transport.request('subscribe', question, A_MOMENT_MS), quad.moment()]);
  return answer;
}

/** A browser whose uploads get no answer until they are possible, and a post with a picture to send from there. */
function withUploads(quad: Room) {
  const ada = quad.ids.ada ?? '';
  const id = newId(ada, 99);
  const picture = { kind: 'image', name: 'local.webp', width: 40, height: 30 } as const;
  const upload = {
    isPossible: false,
    topic: topicName.post(newId(effectiveCommandId(ada, id), 0)),
    send: () => {
      const uploads = [{ name: picture.name, file: new Blob(['one']) }];
      return tab.store.send('CreatePost', { ...words('On its way'), media: [picture] }, { id, uploads });
    },
  };
  const tab = quad.open('ada', {
    upload: async (folder) => {
      if (!upload.isPossible) throw noAnswer();
      const media = { ...picture, name: 'stored.webp' };
      quad.server.disk.keep({ folder, media, owner: ada, at: '2026-03-01T00:00:00.000Z' });
      return media;
    },
  });
  return { tab, upload };
}

describe('topics in the browser', () => {
  it('[P5] asks again on a new connection for what was refused on the one before', async () => {
    const quad = await withPosts(0);
    // The first two commands of each make them members who may post.
    const postId = newId(effectiveCommandId(quad.ids.ada ?? '', newId(quad.ids.ada ?? '', 5)), 0);
    const topic = topicName.post(postId);
    const tab = quad.open(null);
    tab.store.hold(topic);
    await quad.moment();
    expect(tab.store.view.getState().topics[topic]).toMatchObject({ status: 'refused' });
    tab.transport.drop();
    await quad.give('ada', 'CreatePost', words('There it is'));
    await quad.time.pass(5 * A_MOMENT_MS);
    expect(tab.store.view.getState().topics[topic]).toMatchObject({ status: 'live', refusal: null });
    expect(windowOf(tab, topic)).toEqual([postId]);
  });

  it('[P5] asks for what one makes oneself when it is made, and does not call it missing before', async () => {
    const quad = await withPosts(0);
    const { tab, upload } = withUploads(quad);
    const said = new Set<string | undefined>();
    tab.store.view.subscribe(({ topics }) => said.add(topics[upload.topic]?.status));
    const { settled } = upload.send();
    tab.store.hold(upload.topic);
    await quad.time.pass(5 * A_MOMENT_MS);
    expect(tab.store.view.getState().topics[upload.topic]).toMatchObject({ status: 'loading', refusal: null });
    upload.isPossible = true;
    await quad.time.pass(30 * A_MOMENT_MS);
    expect(await settled).toMatchObject({ ok: true });
    expect(windowOf(tab, upload.topic)).toHaveLength(1);
    said.delete(undefined);
    expect([...said]).toEqual(['loading', 'live']);
  });

  it('says that there is no such thing once one’s own command that was to make it is discarded', async () => {
    const quad = await withPosts(0);
    const { tab, upload } = withUploads(quad);
    const { id } = upload.send();
    tab.store.hold(upload.topic);
    await quad.time.pass(5 * A_MOMENT_MS);
    expect(tab.store.view.getState().topics[upload.topic]).toMatchObject({ status: 'loading' });
    tab.store.discardEntry(id);
    await quad.moment();
    expect(tab.store.view.getState().topics[upload.topic]).toMatchObject({ status: 'refused' });
  });

  it('[FEED-03] shows a post that somebody else wrote, without asking', async () => {
    const quad = await withPosts(1);
    const tab = quad.open('bob');
    tab.store.hold(FEED);
    await quad.moment();
    expect(windowOf(tab, FEED)).toHaveLength(1);
    await quad.give('ada', 'CreatePost', words('new'));
    await quad.moment();
    expect(windowOf(tab, FEED)).toHaveLength(2);
  });

  it('[FEED-04] brings page after page, and says when nothing is left', async () => {
    const quad = await withPosts(FIRST_PAGE + FEED_PAGE_POSTS + 3);
    const tab = quad.open(null);
    tab.store.hold(FEED);
    const counts: number[] = [];
    const more = () => tab.store.view.getState().topics[FEED]?.hasMore;
    for (let n = 0; n < 4; n += 1) {
      await quad.moment();
      counts.push(windowOf(tab, FEED).length);
      if (more() === false) break;
      tab.store.loadMore(FEED);
      tab.store.loadMore(FEED);
    }
    expect(counts).toEqual([FIRST_PAGE, FIRST_PAGE + FEED_PAGE_POSTS, FIRST_PAGE + FEED_PAGE_POSTS + 3]);
    expect(tab.store.view.getState().topics[FEED]).toMatchObject({ hasMore: false, loadingMore: false });
  });

  it('brings a page that was asked for before the connection was lost', async () => {
    const quad = await withPosts(FIRST_PAGE + 5);
    const tab = quad.open(null);
    tab.store.hold(FEED);
    await quad.moment();
    tab.store.loadMore(FEED);
    tab.transport.drop();
    expect(tab.store.view.getState().topics[FEED]).toMatchObject({ status: 'stale', loadingMore: true });
    await quad.time.pass(5 * A_MOMENT_MS);
    expect(windowOf(tab, FEED)).toHaveLength(FIRST_PAGE + 5);
  });

  it('[SAVE-01 in part] asks whether a post is the viewer’s saved one when it newly comes by a row', async () => {
    const quad = await withPosts(FIRST_PAGE + 3);
    const oldest = postsIn(quad.server.store.documents).toSorted((a, b) => (a.position < b.position ? -1 : 1))[0];
    const postId = oldest?.key ?? '';
    await quad.give('bob', 'SavePost', { postId });
    await quad.moment();
    const tab = quad.open('bob');
    tab.store.hold(FEED);
    await quad.moment();
    const save = { collection: 'saves', key: saveKey(postId, quad.ids.bob ?? '') };
    expect(documentOf(tab, save)).toBeUndefined();
    await quad.give('ada', 'AddComment', { ...comment('bump'), root: postId, parent: postId });
    await quad.moment();
    expect(windowOf(tab, FEED)[0]).toBe(postId);
    expect(documentOf(tab, save)).toMatchObject({ post: postId });
  });

  it('[FEED-27] keeps a topic live for a while after it was left, with all its pages', async () => {
    const quad = await withPosts(FIRST_PAGE + 5);
    const tab = quad.open(null);
    const leave = tab.store.hold(FEED);
    await quad.moment();
    tab.store.loadMore(FEED);
    await quad.moment();
    leave();
    await quad.give('ada', 'CreatePost', words('meanwhile'));
    await quad.time.pass(TOPIC_LINGER_MS / 2);
    tab.store.hold(FEED)();
    expect(windowOf(tab, FEED)).toHaveLength(FIRST_PAGE + 6);
    await quad.time.pass(TOPIC_LINGER_MS + A_MOMENT_MS);
    expect(tab.store.view.getState()).toMatchObject({ topics: {}, windows: {}, documents: {} });
  });

  it(`lets at most ${LINGERING_TOPICS_MAX} topics linger`, async () => {
    const quad = await withPosts(0);
    const tab = quad.open(null);
    for (let n = 0; n < LINGERING_TOPICS_MAX + 3; n += 1) tab.store.hold(topicName.wall('ou', `author-${n}`))();
    expect(Object.keys(tab.store.floors())).toHaveLength(LINGERING_TOPICS_MAX);
    expect(Object.keys(tab.store.floors())).not.toContain(topicName.wall('ou', 'author-0'));
  });

  it('[P5] shows what came with the page at once, and goes on from there once connected', async () => {
    const quad = await withPosts(3);
    const [gone, kept] = postsIn(quad.server.store.documents).map(({ key }) => key);
    const answer = await answerOf(quad, FEED);
    await quad.give('ada', 'DeletePost', { postId: gone ?? '' });
    await quad.give('ada', 'CreatePost', words('meanwhile'));

    const tab = quad.open(null);
    tab.store.hydrate({ [FEED]: answer, [topicName.campus('ou')]: { ok: true } });
    tab.store.hold(FEED);
    expect(tab.store.view.getState().topics).toEqual({ [FEED]: expect.objectContaining({ status: 'stale' }) });
    expect(windowOf(tab, FEED)).toHaveLength(3);
    await quad.moment();
    expect(tab.store.view.getState().topics[FEED]).toMatchObject({ status: 'live', hasMore: false });
    expect(windowOf(tab, FEED)).toHaveLength(3);
    expect(windowOf(tab, FEED)).toContain(kept);
    expect(windowOf(tab, FEED)).not.toContain(gone);
  });

  it('forgets what came with the page for another user, and what nobody looks at', async () => {
    const quad = await withPosts(1);
    const answer = await answerOf(quad, FEED);
    const tab = quad.open(null);
    tab.store.hydrate({ [FEED]: answer });
    beUser(tab.browser, tab.transport, tab.store, quad.ids.bob ?? '', 'ou');
    expect(tab.store.view.getState()).toMatchObject({ documents: {}, topics: { [FEED]: { status: 'loading' } } });
    await quad.time.pass(TOPIC_LINGER_MS + A_MOMENT_MS);
    expect(Object.keys(tab.store.floors())).not.toContain(FEED);
  });

  it('shows a refusal with its text, and asks again on retry', async () => {
    const quad = await withPosts(0);
    const tab = quad.open('bob');
    const id = newId(effectiveCommandId(quad.ids.ada ?? '', newId(quad.ids.ada ?? '', 99)), 0);
    tab.store.hold(topicName.post(id));
    tab.store.hold(topicName.me(quad.ids.ada ?? ''));
    await quad.moment();
    const { topics } = tab.store.view.getState();
    expect(topics[topicName.post(id)]).toMatchObject({ status: 'refused', refusal: { code: 'POST_UNKNOWN' } });
    expect(topics[topicName.me(quad.ids.ada ?? '')]).toMatchObject({ refusal: { code: 'TOPIC_FORBIDDEN' } });
    tab.store.retryTopic(topicName.post(id));
    expect(tab.store.view.getState().topics[topicName.post(id)]).toMatchObject({ status: 'loading', refusal: null });
  });

  it('says that it fails when the hub does not answer, and recovers by itself', async () => {
    const quad = await withPosts(1);
    const { get } = quad.server.store;
    quad.server.store.get = () => Promise.reject(new Error('The disk is gone.'));
    const tab = quad.open(null);
    tab.store.hold(topicName.post(postsIn(quad.server.store.documents)[0]?.key ?? ''));
    await quad.time.pass(10 * A_MOMENT_MS);
    const status = () => Object.values(tab.store.view.getState().topics)[0]?.status;
    expect(status()).toBe('failed');
    quad.server.store.get = get;
    await quad.time.pass(20 * A_MOMENT_MS);
    expect(status()).toBe('live');
  });

  it('forgets everything of one user when another one signs in', async () => {
    const quad = await withPosts(1);
    const tab = quad.open('bob');
    const me = topicName.me(quad.ids.bob ?? '');
    tab.store.hold(me);
    await quad.moment();
    const account = { collection: 'accounts', key: quad.ids.bob ?? '' };
    expect(documentOf(tab, account)).toBeDefined();
    tab.transport.userId = null;
    tab.store.actAs({ userId: null, campus: 'ou' });
    expect(tab.store.view.getState().documents).toEqual({});
    await quad.moment();
    expect(documentOf(tab, account)).toBeUndefined();
    expect(tab.store.view.getState().topics[me]).toMatchObject({ status: 'refused' });
  });

  it('forgets what another user has done that is not in the documents yet', async () => {
    const quad = await withPosts(1);
    const post = postsIn(quad.server.store.documents)[0]?.key ?? '';
    const save = { collection: 'saves', key: saveKey(post, quad.ids.bob ?? '') };
    const tab = quad.open('bob');
    tab.store.hold(topicName.post(post));
    await quad.moment();
    // The projector stands still: the command takes effect, and no row follows.
    quad.server.disk.commit = () => new Promise(() => undefined);
    tab.store.send('SavePost', { postId: post });
    await quad.moment();
    expect(tab.store.view.getState().outbox).toEqual([]);
    expect(documentOf(tab, save)).toBeDefined();
    tab.transport.userId = null;
    tab.store.actAs({ userId: null, campus: 'ou' });
    await quad.moment();
    expect(documentOf(tab, { collection: 'posts', key: post })).toBeDefined();
    expect(documentOf(tab, save)).toBeUndefined();
  });

  it('[P5] takes no answers as a visitor while it shows a user: it asks who is signed in', async () => {
    const quad = await withPosts(1);
    const post = postsIn(quad.server.store.documents)[0]?.key ?? '';
    const save = { collection: 'saves', key: saveKey(post, quad.ids.bob ?? '') };
    const tab = quad.open('bob');
    tab.store.hold(FEED);
    await quad.moment();
    tab.store.send('SavePost', { postId: post });
    await quad.moment();
    // The session ends while the page has no connection; its topics have changed when it returns.
    tab.transport.isReachable = false;
    tab.transport.drop();
    await quad.server.process?.sessions.end(tab.browser.session?.sessionId ?? '');
    await quad.give('ada', 'EditPost', { postId: post, text: words('another').text, media: [] });
    await quad.moment();
    tab.transport.isReachable = true;
    await quad.moment();
    expect([tab.transport.userId, documentOf(tab, save)]).toEqual([null, undefined]);
    tab.browser.session = null;
    beUser(tab.browser, tab.transport, tab.store, quad.ids.bob ?? '', 'ou');
    await quad.moment();
    expect(documentOf(tab, save)).toMatchObject({ post });
  });

  it('says how it is connected', async () => {
    const quad = await withPosts(0);
    const tab = quad.open(null);
    const connection = () => tab.store.view.getState().connection;
    expect(connection()).toBe('connecting');
    await quad.moment();
    expect(connection()).toBe('online');
    tab.transport.isReachable = false;
    tab.transport.drop();
    expect(connection()).toBe('reconnecting');
    tab.store.setNetwork(false);
    expect(connection()).toBe('offline');
    tab.transport.isReachable = true;
    tab.store.setNetwork(true);
    await quad.time.pass(5 * A_MOMENT_MS);
    expect(connection()).toBe('online');
  });

  it('is offline as soon as the browser says so, and does not wait for a hanging socket afterwards', async () => {
    const quad = await withPosts(0);
    const tab = quad.open(null);
    const connection = () => tab.store.view.getState().connection;
    await quad.moment();
    tab.store.setNetwork(false);
    expect(connection()).toBe('offline');
    tab.store.setNetwork(true);
    expect(connection()).toBe('reconnecting');
    await quad.moment();
    expect(connection()).toBe('online');
  });

  it('is online while the server is heard, whatever the browser says', async () => {
    const quad = await withPosts(0);
    const tab = quad.open(null);
    tab.store.hold(FEED);
    await quad.moment();
    tab.store.setNetwork(false);
    await quad.give('ada', 'CreatePost', words('from this very machine'));
    await quad.moment();
    expect(tab.store.view.getState().connection).toBe('online');
    expect(windowOf(tab, FEED)).toHaveLength(1);
  });
});

function comment(text: string): Record<string, unknown> {
  const { category: _, ...data } = words(text);
  return data;
}

describe('selectors', () => {
  it('are not notified of documents that they do not select', async () => {
    const quad = await withPosts(3);
    const tab = quad.open('bob');
    tab.store.hold(FEED);
    await quad.moment();
    const [first = '', second = ''] = windowOf(tab, FEED);
    const counts = { unrelated: 0, related: 0, window: 0 };
    const select = (view: ReturnType<typeof tab.store.view.getState>) => ({
      unrelated: view.documents[`posts ${first}`],
      related: view.documents[`postCounters ${second}`],
      window: view.windows[FEED],
    });
    let before = select(tab.store.view.getState());
    tab.store.view.subscribe((view) => {
      const now = select(view);
      for (const name of ['unrelated', 'related', 'window'] as const) if (now[name] !== before[name]) counts[name] += 1;
      before = now;
    });
    // Saves of one post move its counters: no other card is painted again, and the feed keeps its list.
    await quad.give('bob', 'SavePost', { postId: second });
    await quad.give('ada', 'SavePost', { postId: second });
    await quad.moment();
    expect(counts).toEqual({ unrelated: 0, related: 2, window: 0 });
  });

  it('keep the identity of what a resume brings again unchanged', async () => {
    const quad = await withPosts(3);
    const tab = quad.open('bob');
    tab.store.hold(FEED);
    await quad.moment();
    const { documents, windows } = tab.store.view.getState();
    tab.transport.drop();
    await quad.time.pass(5 * A_MOMENT_MS);
    expect(tab.store.view.getState().connection).toBe('online');
    expect(tab.store.view.getState().documents).toBe(documents);
    expect(tab.store.view.getState().windows).toBe(windows);
  });
});

import { describe, expect, it } from '@jest/globals';
import { topicName } from '#projections/sync/topicNames.ts';
import { words } from '#test/model/post/story.ts';
import { A_MOMENT_MS, room } from '#test/proof/simulate/room.ts';

const FEED = topicName.feed('ou');

describe('another generation of the read models', () => {
  it('is read anew, and what only the old one held is gone', async () => {
    const quad = await room('ada');
    const posted = ['lamp', 'desk', 'sofa'];
    for (const text of posted) await quad.give('ada', 'CreatePost', words(text));
    await quad.moment();
    const tab = quad.open(null);
    tab.store.hold(FEED);
    await quad.moment();
    const [newest = '', ...others] = tab.store.view.getState().windows[FEED] ?? [];

    // A release that folds otherwise: one post is not there, another one says something else at the same position.
    const { store } = quad.server;
    const [changed = ''] = others;
    const at = await store.checkpoint();
    const rowOf = (key: string, change: object | null) => {
      const before = store.documents.get('posts', key);
      const doc = change === null ? null : { ...(before?.doc as object), ...change };
      return { collection: 'posts', key, position: before?.position ?? at, before: null, doc, topics: [], left: [] };
    };
    await quad.server.stop();
    Object.assign(store, { generation: 'of the next release' });
    const rows = [rowOf(newest, null), rowOf(changed, { category: 'changed' })];
    await store.commit({ from: at, to: at, recording: null, rows, parked: [] });
    await quad.server.start();
    tab.transport.drop();
    await quad.time.pass(5 * A_MOMENT_MS);

    const { windows, documents, topics } = tab.store.view.getState();
    expect(windows[FEED]).toEqual(others);
    expect(documents[`posts ${newest}`]).toBeUndefined();
    expect(documents[`posts ${changed}`]).toMatchObject({ category: 'changed' });
    expect(topics[FEED]).toMatchObject({ status: 'live' });
  });

  it('[P5] what was received of events that a restore lost is gone at once, before any topic is answered', async () => {
    const quad = await room('ada');
    await quad.give('ada', 'CreatePost', words('lamp'));
    await quad.moment();
    const backup = quad.server.disk.backup();
    const tab = quad.open(null);
    tab.store.hold(FEED);
    await quad.give('ada', 'CreatePost', words('desk'));
    await quad.moment();
    const [lost = ''] = tab.store.view.getState().windows[FEED] ?? [];
    // With its read models: generation and positions are those that the page knows.
    await quad.time.during(quad.server.restore(backup, true));
    await quad.give('ada', 'CreatePost', words('sofa'));
    tab.transport.drop();
    const view = () => tab.store.view.getState();
    for (let waited = 0; view().topics[FEED]?.status !== 'loading'; waited += 1) {
      expect(waited).toBeLessThan(5 * A_MOMENT_MS);
      await quad.time.pass(1);
    }
    expect(view().documents[`posts ${lost}`]).toBeUndefined();
    await quad.moment();
    expect(view().windows[FEED]).toHaveLength(2);
  });

  it('a cursor that is older than the feed gets a fresh snapshot, without what was deleted meanwhile', async () => {
    const quad = await room('ada');
    for (const text of ['lamp', 'desk']) await quad.give('ada', 'CreatePost', words(text));
    await quad.moment();
    const tab = quad.open(null);
    tab.store.hold(FEED);
    await quad.moment();
    const [newest = '', oldest = ''] = tab.store.view.getState().windows[FEED] ?? [];
    tab.transport.isReachable = false;
    tab.transport.drop();
    await quad.give('ada', 'DeletePost', { postId: newest });
    await quad.moment();
    const floor = await quad.server.store.checkpoint();
    Object.assign(quad.server.store, { feedFloor: async () => `${floor.slice(0, -1)}9`, leftSince: async () => [] });
    tab.transport.isReachable = true;
    await quad.time.pass(5 * A_MOMENT_MS);
    expect(tab.store.view.getState().windows[FEED]).toEqual([oldest]);
    expect(tab.store.view.getState().documents[`posts ${newest}`]).toBeUndefined();
  });
});

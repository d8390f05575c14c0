import { expect, it } from '@jest/globals';
import { refId } from '#projections/kernel/collection.ts';
import { saveKey } from '#projections/save/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { words } from '#test/model/post/story.ts';
import { room } from '#test/proof/simulate/room.ts';
import { SWEEP_EVERY_DOCUMENTS } from '#web/sync/topics/limits.ts';

const FEED = topicName.feed('ou');
/** Documents that a page takes, at least, while a post is sold and for sale again. */
const DOCUMENTS_TAKEN = 4;

it('[P5] a document that left its window brings what the viewer has of it when it comes back, also when the memory was swept meanwhile', async () => {
  const quad = await room('ada', 'bob');
  await quad.give('ada', 'CreatePost', words('a lamp'));
  await quad.moment();
  const tab = quad.open('bob');
  tab.store.hold(FEED);
  await quad.moment();
  const view = () => tab.store.view.getState();
  const shown = () => view().windows[FEED] ?? [];
  const [postId = ''] = shown();
  await quad.give('bob', 'SavePost', { postId });
  await quad.moment();
  const save = refId({ collection: 'saves', key: saveKey(postId, quad.ids.bob ?? '') });
  const held = () => view().documents[save];
  // Five documents with two changes: during these a sweep is due.
  for (let taken = 0; taken < SWEEP_EVERY_DOCUMENTS; taken += DOCUMENTS_TAKEN) {
    await quad.give('ada', 'SetSale', { postId, sale: 'sold' });
    await quad.moment();
    expect(shown()).toEqual([]);
    await quad.give('ada', 'SetSale', { postId, sale: 'pending' });
    await quad.moment();
    expect(shown()).toEqual([postId]);
    expect(held()).toBeDefined();
  }
  // Unsaved elsewhere while it was away.
  await quad.give('ada', 'SetSale', { postId, sale: 'sold' });
  await quad.moment();
  await quad.give('bob', 'UnsavePost', { postId });
  await quad.moment();
  await quad.give('ada', 'SetSale', { postId, sale: 'pending' });
  await quad.moment();
  expect(held()).toBeUndefined();
});

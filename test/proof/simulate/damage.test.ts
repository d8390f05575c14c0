import { expect, it } from '@jest/globals';
import type { Versioned } from '#projections/kernel/collection.ts';
import type { PostCounters } from '#projections/post/collections.ts';
import { projections } from '#projections/registry.ts';
import { postsIn, words } from '#test/model/post/story.ts';
import { room } from './room.ts';

const SAVES = 1;
const DAMAGE = 7;

/** A server with one wrong counter. */
async function damaged() {
  const { server, give, moment } = await room('ada');
  await give('ada', 'CreatePost', words('A lamp.'));
  await moment();
  await give('ada', 'SavePost', { postId: postsIn(server.store.documents).at(-1)?.key });
  await moment();
  const counters = () =>
    [...server.store.documents.all('postCounters')].find(
      ({ key }) => key === postsIn(server.store.documents).at(-1)?.key,
    ) as Versioned<PostCounters>;
  const saves = () => counters().doc?.saves;
  const found = counters();
  if (found.doc === null) throw new Error('The post has no counters.');
  server.damage({ ...found, doc: { ...found.doc, saves: DAMAGE } });
  return { server, moment, saves };
}

it('what a damaged document shows is carried over by releases with other folds elsewhere, and mended by one of its own', async () => {
  const { server, moment, saves } = await damaged();
  for (const { name } of projections) {
    const isMended = name === 'post' || saves() === SAVES;
    void server.release();
    await moment();
    expect([name, saves(), server.isDamaged]).toEqual([name, isMended ? SAVES : DAMAGE, !isMended]);
  }
  expect(saves()).toBe(SAVES);
});

it('what was carried over damaged is mended by the next rebuild', async () => {
  const { server, moment, saves } = await damaged();
  void server.release();
  await moment();
  expect([saves(), server.isDamaged]).toEqual([DAMAGE, true]);
  void server.rebuild();
  await moment();
  expect([saves(), server.isDamaged]).toEqual([SAVES, false]);
  expect(server.errors).toEqual([]);
});

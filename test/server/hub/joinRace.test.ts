import { expect, it } from '@jest/globals';
import type { Versioned } from '#projections/kernel/collection.ts';
import type { Rows, TopicAnswer } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { creation, deletion, id, position, registration, saving, topLevel } from '#test/projections/support/events.ts';
import { ERA, guest, hubRig, subscribeTo } from './hubRig.ts';

/** More turns of the microtask queue than joining a topic takes with stores in memory. */
const TURNS_MAX = 80;

/** Joins the feed; that many turns later a post is committed and published. Returns the reader's documents. */
async function joinedBeside(turns: number): Promise<readonly string[]> {
  const { hub, log, publish } = await hubRig();
  log.add('UserRegistered', registration('ada'));
  await publish();
  const reader = guest(hub, id('ada'));
  const joining = reader.peer.receive('subscribe', subscribeTo(topicName.feed('ou')));
  for (let turn = 0; turn < turns; turn += 1) await null;
  log.add('PostCreated', creation(topLevel('desk', 'ada')));
  await publish();
  const answer = (await joining) as TopicAnswer;
  const received = [answer, ...reader.sent<Rows>('rows')].flatMap(({ documents }) => documents);
  return received.map(({ collection, key }) => `${collection} ${key}`);
}

it('[P5] a reader who joins while a row is told misses nothing, however the two fall together', async () => {
  const missed: number[] = [];
  for (let turns = 0; turns <= TURNS_MAX; turns += 1) {
    const received = await joinedBeside(turns);
    if (!received.includes(`posts ${id('desk')}`)) missed.push(turns);
  }
  expect(missed).toEqual([]);
});

it('[P5] a reader who joins while a rebuild is swapped in is given what it corrected', async () => {
  const { hub, store, log, publish, correct } = await hubRig();
  log.add('UserRegistered', registration('ada'));
  log.add('PostCreated', creation(topLevel('desk', 'ada')));
  await publish();
  const right = store.documents.get('posts', id('desk'));
  const wrong = { ...right, doc: { ...(right?.doc as object), category: 'wrong' } } as NonNullable<typeof right>;
  store.documents.put(wrong);
  // The window is read with the wrong document; before the reader has joined, the correction is published.
  const { get } = store;
  store.get = async (refs) => {
    const found = await get.call(store, refs);
    if (store.documents.get('posts', id('desk')) === wrong && refs.some(({ collection }) => collection === 'people')) {
      const position = await store.checkpoint();
      const row = { collection: 'posts', key: id('desk'), position, before: position, doc: right?.doc };
      await hub.publish(await correct([{ ...row, topics: [topicName.feed('ou')], left: [] }]));
    }
    return found;
  };
  const reader = guest(hub, id('ada'));
  const answer = (await reader.peer.receive('subscribe', subscribeTo(topicName.feed('ou')))) as TopicAnswer;
  const received = [answer, ...reader.sent<Rows>('rows')].flatMap(({ documents }) => documents);
  const desk = received.filter(({ key, collection }) => collection === 'posts' && key === id('desk')).at(-1);
  expect(desk?.doc).toEqual(right?.doc);
});

it('[P5] whoever asks for needs while a rebuild is swapped in is given what it corrected', async () => {
  const { hub, store, log, publish, correct } = await hubRig();
  log.add('UserRegistered', registration('ada'));
  log.add('PostCreated', creation(topLevel('desk', 'ada')));
  log.add('PostSaved', saving(topLevel('desk', 'ada'), 'ada'));
  await publish();
  const save = { collection: 'saves', key: `${id('desk')}-${id('ada')}` };
  const right = store.documents.get(save.collection, save.key) as Versioned;
  store.documents.put({ ...right, doc: { ...(right.doc as object), order: 'wrong' } });
  const reader = guest(hub, id('ada'));
  const { get } = store;
  store.get = async (refs) => {
    store.get = get;
    const found = await get.call(store, refs);
    const position = await store.checkpoint();
    const row = { ...right, position, before: position, topics: [topicName.me(id('ada'))], left: [] };
    await hub.publish(await correct([row]));
    return found;
  };
  const answer = await reader.peer.receive('need', { refs: [save], notBefore: position(0) });
  expect(answer).toMatchObject({ ok: true, documents: [{ ...save, doc: right.doc }] });
});

it('[P5] a reader who comes back while a post is deleted is told that it is gone', async () => {
  const { hub, store, log, commit, publish } = await hubRig();
  log.add('UserRegistered', registration('ada'));
  log.add('PostCreated', creation(topLevel('desk', 'ada')));
  await publish();
  const since = { generation: store.generation, era: ERA, position: await store.checkpoint() };
  log.add('PostDeleted', deletion(topLevel('desk', 'ada')));
  // The window is read when the deletion is committed and not published yet.
  const { query } = store;
  let deleted: Awaited<ReturnType<typeof commit>> | null = null;
  store.query = async (...asked) => {
    deleted ??= await commit();
    return query.apply(store, asked);
  };
  const reader = guest(hub, id('ada'));
  const resume = subscribeTo(topicName.feed('ou'), { since, floor: '' });
  const answer = (await reader.peer.receive('subscribe', resume)) as TopicAnswer;
  if (deleted !== null) await hub.publish(deleted);
  const received = [answer, ...reader.sent<Rows>('rows')].flatMap(({ documents }) => documents);
  expect(received).toContainEqual(expect.objectContaining({ collection: 'posts', key: id('desk'), doc: null }));
});

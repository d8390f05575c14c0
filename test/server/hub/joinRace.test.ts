import { expect, it } from '@jest/globals';
import type { Versioned } from '#projections/kernel/collection.ts';
import type { Progress, Refused, Rows, TopicAnswer } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import {
  below,
  creation,
  deletion,
  id,
  position,
  registration,
  saving,
  topLevel,
} from '#test/projections/support/events.ts';
import { ERA, guest, type HubRig, hubRig, subscribeTo } from './hubRig.ts';

/** More turns of the microtask queue than joining a topic takes with stores in memory. */
const TURNS_MAX = 120;

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

it('[P5] a reader who joins while a row is published misses nothing, at any overlap of the two', async () => {
  const missed: number[] = [];
  for (let turns = 0; turns <= TURNS_MAX; turns += 1) {
    const received = await joinedBeside(turns);
    if (!received.includes(`posts ${id('desk')}`)) missed.push(turns);
  }
  expect(missed).toEqual([]);
});

it('[P5] a reader who joins between two edits gets the newer one, though only the older one is published', async () => {
  const { hub, store, log, commit, publish } = await hubRig();
  const desk = topLevel('desk', 'ada');
  log.add('UserRegistered', registration('ada'));
  log.add('PostCreated', creation(desk));
  await publish();
  // The position is read; then one comment is published and another one committed; then the window is read.
  const { query } = store;
  let second: Awaited<ReturnType<typeof commit>> | null = null;
  store.query = async (...asked) => {
    if (second === null) {
      log.add('PostCreated', creation(below(desk, 'first comment', 'ada')));
      await publish();
      log.add('PostCreated', creation(below(desk, 'second comment', 'ada')));
      second = await commit();
    }
    return query.apply(store, asked);
  };
  const reader = guest(hub, id('ada'));
  const answer = (await reader.peer.receive('subscribe', subscribeTo(topicName.feed('ou')))) as TopicAnswer;
  const newest = store.documents.get('posts', id('desk'));
  expect(newest?.position).toBe(position(4));
  expect(answer.documents).toContainEqual({
    collection: 'posts',
    key: id('desk'),
    position: newest?.position,
    doc: newest?.doc,
  });
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

it('[P5] a reader who asks for needs while a rebuild is swapped in gets its corrections', async () => {
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

it('[P5] a reader who comes back while a post is deleted gets its tombstone', async () => {
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

/** Another generation takes the place of the live one, by folds that call every category `new`. */
function swap({ store }: HubRig, at: string): void {
  for (const { key, position: version, doc } of store.documents.all('posts')) {
    store.documents.put({ collection: 'posts', key, position: version, doc: { ...(doc as object), category: 'new' } });
  }
  store.begin({ documents: store.documents, folded: [], parked: [], position: at });
}

it('[P5] a reader never gets documents of one generation under the name of another, whenever it takes its place', async () => {
  for (let read = 0; ; read += 1) {
    const rig = await hubRig();
    const { hub, store, log, publish } = rig;
    log.add('UserRegistered', registration('ada'));
    log.add('PostCreated', creation(topLevel('desk', 'ada')));
    await publish();
    const { generation: first } = store;
    const at = await store.checkpoint();
    let reads = 0;
    const { feedEnd, feedFloor, leftSince, get, query } = store;
    const swapped = <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) => {
      return (...args: Args): Promise<Answer> => {
        if (reads === read) swap(rig, at);
        reads += 1;
        return call.apply(store, args);
      };
    };
    const slow = { get: swapped(get), query: swapped(query), leftSince: swapped(leftSince) };
    Object.assign(store, { ...slow, feedEnd: swapped(feedEnd), feedFloor: swapped(feedFloor) });
    const reader = guest(hub, id('ada'));
    const since = { generation: first, era: ERA, position: at };
    const resume = subscribeTo(topicName.feed('ou'), { since, floor: '' });
    const answer = (await reader.peer.receive('subscribe', resume)) as TopicAnswer | Refused;
    const isSwapped = reads > read;
    if (answer.ok) {
      expect([answer.cursor.generation, answer.fresh]).toEqual([first, false]);
      const desk = answer.documents.find(({ key }) => key === id('desk'));
      expect(desk?.doc?.category).toBe('all');
    } else {
      expect(answer).toMatchObject({ refusal: { code: 'UNAVAILABLE', retry: true } });
    }
    // The hub learns of it by the feed, and sends everybody away; a page that comes back reads the new one.
    await hub.publish();
    if (!isSwapped) break;
    expect(reader.ended).toEqual(['hub-lost-track']);
    const again = guest(hub, id('ada'));
    const anew = (await again.peer.receive('subscribe', resume)) as TopicAnswer;
    expect([anew.cursor.generation, anew.fresh]).toEqual([store.generation, true]);
    expect(anew.documents.find(({ key }) => key === id('desk'))?.doc?.category).toBe('new');
    expect(again.sent<Progress>('progress')[0]?.generation).toBe(store.generation);
  }
});

import { describe, expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { Progress, Revoked, Rows, TopicAnswer } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import {
  ANSWERS_AT_ONCE_MAX,
  IGNORED_MESSAGES_MAX,
  MESSAGES_PER_MINUTE,
  TOPICS_PER_CONNECTION,
} from '#server/hub/limits.ts';
import {
  below,
  creation,
  deletion,
  id,
  position,
  registration,
  saving,
  topLevel,
  verification,
} from '#test/projections/support/events.ts';
import { ERA, ERAS, guest, hubRig, subscribeTo } from './hubRig.ts';

const FEED = topicName.feed('ou');
const lamp = topLevel('lamp', 'ada');

async function withLamp(eras = ERAS) {
  const rig = await hubRig(undefined, eras);
  rig.log.add('UserRegistered', registration('ada'));
  rig.log.add('PostCreated', creation(lamp));
  await rig.publish();
  return rig;
}

describe('the hub', () => {
  it('[P5] begins every connection with its generation and place in the log, before any row can come', async () => {
    const { hub, store } = await withLamp();
    const { packets } = guest(hub);
    expect(packets).toEqual([
      { event: 'eras', payload: { eras: ERAS } },
      { event: 'progress', payload: { generation: store.generation, position: position(2) } },
    ]);
  });

  it('[P5] sends eras that another process has begun on open connections, before any answer that names them', async () => {
    const eras = [...ERAS];
    const { hub } = await withLamp(eras);
    const [reader, other] = [guest(hub), guest(hub)];
    const begun = { id: 'of another process', from: position(2) };
    eras.push(begun);
    // The hub learns of it by whichever way comes first: here somebody comes from the other process.
    const since = { generation: 'any', era: begun.id, position: position(2) };
    await other.peer.receive('subscribe', subscribeTo(FEED, { since }));
    for (const { sent } of [reader, other]) expect(sent('eras')).toEqual([{ eras: ERAS }, { eras }]);
    expect(guest(hub).sent('eras')).toEqual([{ eras }]);
    expect(await reader.peer.receive('subscribe', subscribeTo(FEED))).toMatchObject({ cursor: { era: begun.id } });
  });

  it('answers a topic with its documents and all that they refer to', async () => {
    const { hub, log, store, publish } = await withLamp();
    log.add('PostSaved', saving(lamp, 'ada'));
    await publish();
    const answer = (await guest(hub).peer.receive('subscribe', subscribeTo(FEED))) as TopicAnswer;
    expect(answer.documents.map(({ collection }) => collection).sort()).toEqual(['people', 'postCounters', 'posts']);
    expect(answer).toMatchObject({
      ok: true,
      fresh: true,
      floor: '',
      cursor: { generation: store.generation, era: ERA, position: position(3) },
    });
  });

  it('[FEED-03] [POST-16] sends a new post to everybody on the feed, in one packet with its author; its counters with the first save', async () => {
    const { hub, log, publish } = await withLamp();
    const reader = guest(hub);
    const other = guest(hub);
    await reader.peer.receive('subscribe', subscribeTo(FEED));
    log.add('UserRegistered', registration('bob'));
    const desk = topLevel('desk', 'bob');
    log.add('PostCreated', creation(desk));
    log.add('PostSaved', saving(desk, 'ada'));
    await publish();
    const [rows, counted, ...more] = reader.sent<Rows>('rows');
    expect(more).toEqual([]);
    expect(counted?.documents).toMatchObject([{ collection: 'postCounters', key: id('desk'), doc: { saves: 1 } }]);
    expect(rows?.position).toBe(position(4));
    expect(rows?.documents.map(({ key }) => key)).toContain(id('desk'));
    expect(rows?.created).toContain(`posts ${id('desk')}`);
    const received = [...(rows?.documents ?? []), ...(rows?.refs ?? [])].map(
      ({ collection, key }) => `${collection} ${key}`,
    );
    expect(received).toContain(`people ${id('bob')}`);
    expect(other.sent('rows')).toEqual([]);
  });

  it('[COMM-10] sends a comment to the open post page and its count to the feed', async () => {
    const { hub, log, publish } = await withLamp();
    const page = guest(hub);
    const feed = guest(hub);
    await page.peer.receive('subscribe', subscribeTo(topicName.post(lamp.postId)));
    await feed.peer.receive('subscribe', subscribeTo(FEED));
    log.add('PostCreated', creation(below(lamp, 'nice', 'ada')));
    await publish();
    expect(page.sent<Rows>('rows')[0]?.documents.map(({ key }) => key)).toContain(id('nice'));
    const counters = feed.sent<Rows>('rows')[0]?.documents.find(({ collection }) => collection === 'postCounters');
    expect(counters).toMatchObject({ key: lamp.postId, doc: { comments: 1 } });
    expect(feed.sent<Rows>('rows')[0]?.documents.map(({ key }) => key)).not.toContain(id('nice'));
  });

  it('[DATA-12 in part] sends a change of an author to those who were sent a card', async () => {
    const { hub, log, publish } = await withLamp();
    const reader = guest(hub);
    await reader.peer.receive('subscribe', subscribeTo(FEED));
    log.add('NameChanged', { userId: id('ada'), firstName: 'Sells lamps.', lastName: 'Sells lamps.' });
    await publish();
    expect(reader.sent<Rows>('rows')[0]?.documents).toMatchObject([{ collection: 'people', key: id('ada') }]);
    await reader.peer.receive('unsubscribe', { topic: FEED });
    log.add('NameChanged', { userId: id('ada'), firstName: 'Sells desks.', lastName: 'Sells desks.' });
    await publish();
    expect(reader.sent('rows')).toHaveLength(1);
  });

  it('[SAVE-04] sends a save to its owner alone, and the count to everybody', async () => {
    const { hub, log, publish } = await withLamp();
    const owner = guest(hub, id('bob'));
    const reader = guest(hub);
    for (const { peer } of [owner, reader]) await peer.receive('subscribe', subscribeTo(FEED));
    log.add('PostSaved', saving(lamp, 'bob'));
    await publish();
    const received = (who: typeof owner) => who.sent<Rows>('rows').flatMap(({ documents }) => documents);
    expect(
      received(owner)
        .map(({ collection }) => collection)
        .sort(),
    ).toEqual(['postCounters', 'saves']);
    expect(received(reader).map(({ collection }) => collection)).toEqual(['postCounters']);
  });

  it('resumes from a cursor with what changed and what left', async () => {
    const { hub, log, publish } = await withLamp();
    log.add('PostCreated', creation(topLevel('desk', 'ada')));
    await publish();
    const first = (await guest(hub).peer.receive('subscribe', subscribeTo(FEED))) as TopicAnswer;
    log.add('PostDeleted', deletion(lamp));
    log.add('NameChanged', { userId: id('ada'), firstName: 'Sells desks.', lastName: 'Sells desks.' });
    await publish();
    const since = { since: first.cursor, floor: first.floor };
    const answer = (await guest(hub).peer.receive('subscribe', subscribeTo(FEED, since))) as TopicAnswer;
    expect(answer.fresh).toBe(false);
    expect(answer.documents).toEqual(
      expect.arrayContaining([
        { collection: 'posts', key: lamp.postId, position: position(4), doc: null },
        expect.objectContaining({ collection: 'people', key: id('ada'), position: position(5) }),
      ]),
    );
  });

  it('answers with a fresh snapshot when the cursor is of another generation', async () => {
    const { hub } = await withLamp();
    const since = { generation: 'of another release', era: ERA, position: position(1) };
    const answer = await guest(hub).peer.receive('subscribe', subscribeTo(FEED, { since }));
    expect(answer).toMatchObject({ ok: true, fresh: true });
  });

  it('[P5] goes on from a cursor only if the log proves it: a restored one gives positions a second time', async () => {
    // The backup was made at position 2 of the first era; later events are lost.
    const eras = [...ERAS, { id: 'after the restore', from: position(2) }];
    const { hub, store } = await withLamp(eras);
    const ask = async (era: string, at: number, notBefore = {}) => {
      const since = { generation: store.generation, era, position: position(at) };
      return guest(hub).peer.receive('subscribe', subscribeTo(FEED, { since, ...notBefore }));
    };
    const cursor = { era: 'after the restore', position: position(2) };
    expect(await ask(ERA, 2)).toMatchObject({ ok: true, fresh: false, cursor });
    expect(await ask('after the restore', 2)).toMatchObject({ ok: true, fresh: false, cursor });
    expect(await ask('lost', 1)).toMatchObject({ ok: true, fresh: true, cursor });
    expect(await ask(ERA, 3)).toMatchObject({ ok: true, fresh: true, cursor });
    // Nor is a lost position waited for, which the log may not reach again for days.
    const lost = { notBefore: position(9), era: ERA };
    expect(await ask(ERA, 9, lost)).toMatchObject({ ok: true, fresh: true, cursor });
    expect(await guest(hub).peer.receive('need', { refs: [], ...lost })).toMatchObject({ ok: true });
  });

  it('waits for the position that an answer must not be older than, and says so when it takes too long', async () => {
    const { hub, log, clock, commit } = await withLamp();
    const asked = guest(hub).peer.receive('subscribe', subscribeTo(FEED, { notBefore: position(3) }));
    log.add('PostCreated', creation(topLevel('desk', 'ada')));
    await hub.publish(await commit());
    expect(await asked).toMatchObject({ ok: true, cursor: { position: position(3) } });
    const late = guest(hub).peer.receive('subscribe', subscribeTo(FEED, { notBefore: position(9) }));
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(60_000);
    expect(await late).toMatchObject({ ok: false, refusal: { code: 'UNAVAILABLE', retry: true } });
  });

  it('reads commits that it missed from the change feed', async () => {
    const { hub, log, commit, publish } = await withLamp();
    const reader = guest(hub);
    await reader.peer.receive('subscribe', subscribeTo(FEED));
    log.add('PostCreated', creation(topLevel('desk', 'ada')));
    await commit();
    log.add('PostCreated', creation(topLevel('sofa', 'ada')));
    await publish();
    const keys = reader.sent<Rows>('rows').flatMap(({ documents }) => documents.map(({ key }) => key));
    expect(keys).toEqual(expect.arrayContaining([id('desk'), id('sofa')]));
  });

  it('marks progress for those who wait for it, and for everybody now and then', async () => {
    const { hub, log, publish, clock } = await withLamp();
    const waiting = guest(hub);
    const other = guest(hub);
    void waiting.peer.receive('need', { refs: [], notBefore: position(3) });
    await Promise.resolve();
    log.add('NameChanged', { userId: id('ada'), firstName: 'Sells lamps.', lastName: 'Sells lamps.' });
    await publish();
    expect(waiting.sent<Progress>('progress').map(({ position: at }) => at)).toEqual([position(2), position(3)]);
    expect(other.sent('progress')).toHaveLength(1);
    clock.advance(25_000);
    expect(other.sent<Progress>('progress').at(-1)?.position).toBe(position(3));
  });

  it('[P8] answers needs with the asker’s own documents and nobody else’s', async () => {
    const { hub, log, publish } = await withLamp();
    log.add('PostSaved', saving(lamp, 'bob'));
    log.add('PostSaved', saving(lamp, 'cyd'));
    await publish();
    const refs = ['bob', 'cyd'].map((name) => ({ collection: 'saves', key: `${lamp.postId}-${id(name)}` }));
    const others = [
      { collection: 'accounts', key: id('ada') },
      { collection: 'posts', key: lamp.postId },
      { collection: 'erasures', key: id('ada') },
      { collection: 'nothing', key: 'nothing' },
    ];
    const message = { refs: [...refs, ...others], notBefore: position(0) };
    const answer = await guest(hub, id('bob')).peer.receive('need', message);
    expect(answer).toMatchObject({ ok: true, documents: [{ key: `${lamp.postId}-${id('bob')}` }] });
    expect(await guest(hub).peer.receive('need', message)).toMatchObject({ ok: true, documents: [] });
  });
});

describe('rights', () => {
  it('says why a topic can’t be joined', async () => {
    const { hub, log, publish } = await withLamp();
    log.add('PostCreated', creation(topLevel('gone', 'ada')));
    log.add('PostDeleted', deletion(topLevel('gone', 'ada')));
    const there = topLevel('there', 'ada');
    log.add('PostCreated', creation(there));
    log.add('PostCreated', creation(below(there, 'about it', 'bob')));
    await publish();
    const { peer } = guest(hub, id('bob'));
    const codeOf = async (topic: string) =>
      ((await peer.receive('subscribe', subscribeTo(topic))) as { refusal?: { code: string } }).refusal?.code;
    expect(await codeOf(topicName.me(id('ada')))).toBe('TOPIC_FORBIDDEN');
    expect(await codeOf(topicName.saved('ou', id('ada')))).toBe('TOPIC_FORBIDDEN');
    expect(await codeOf(topicName.post(id('gone')))).toBe('POST_DELETED');
    expect(await codeOf(topicName.post(id('never')))).toBe('POST_UNKNOWN');
    // A comment has no thread of its own: replies belong to the thread of its post.
    for (const topic of [topicName.post(id('about it')), topicName.latest(id('about it'))]) {
      expect(await codeOf(topic)).toBe('POST_UNKNOWN');
    }
    expect(await codeOf(topicName.person(id('nobody')))).toBe('PERSON_UNKNOWN');
    expect(await codeOf('feed:atlantis')).toBe('TOPIC_UNKNOWN');
    expect(await codeOf('__proto__:x')).toBe('TOPIC_UNKNOWN');
  });

  it('leaves the topic of a post that is deleted, before anything else of it is sent', async () => {
    const { hub, log, publish } = await withLamp();
    const reader = guest(hub);
    const topic = topicName.post(lamp.postId);
    await reader.peer.receive('subscribe', subscribeTo(topic));
    log.add('PostDeleted', deletion(lamp));
    await publish();
    expect(reader.sent<Revoked>('revoked')).toMatchObject([{ topic, refusal: { code: 'POST_DELETED' } }]);
    expect(reader.sent('rows')).toEqual([]);
  });

  it('ends the connections of a session that ended, also one whose handshake was still under way', async () => {
    const { hub } = await withLamp();
    const [own, other] = [guest(hub, id('ada')), guest(hub, id('bob'))];
    hub.endSession(`session-${id('ada')}`);
    expect([own.ended, other.ended]).toEqual([['session-ended'], []]);
    expect(guest(hub, id('ada')).ended).toEqual(['session-ended']);
    expect(await own.peer.receive('subscribe', subscribeTo(FEED))).toBeNull();
  });

  it('[P8] 10,000 guessed topics bring no foreign document', async () => {
    const rig = await withLamp();
    rig.log.add('SchoolVerified', verification('ada'));
    rig.log.add('PostSaved', saving(lamp, 'ada'));
    await rig.publish();
    const kinds = ['me', 'saved', 'wall', 'post', 'person', 'feed', 'campus', 'chat', '', 'doc', 'accounts', 'saves'];
    const guesses = [id('ada'), lamp.postId, 'ou', 'ut', `ou:${id('ada')}`, `ut:${id('ada')}`, '', '*', '../..', 'ou:'];
    let foreign = 0;
    for (let n = 0; n < 10_000; n += 1) {
      const topic = `${kinds[n % kinds.length]}:${guesses[Math.floor(n / kinds.length) % guesses.length]}${n > 500 ? n : ''}`;
      const { peer, sent } = guest(rig.hub, n % 2 === 0 ? null : id('mallory'));
      const answer = (await peer.receive('subscribe', subscribeTo(topic))) as TopicAnswer | null;
      const received = [...(answer?.documents ?? []), ...sent<Rows>('rows').flatMap(({ documents }) => documents)];
      foreign += received.filter(({ collection }) => collection === 'accounts' || collection === 'saves').length;
      peer.closed();
    }
    expect(foreign).toBe(0);
    expect(rig.hub.stats().connections).toBe(0);
  });
});

describe('limits', () => {
  it('a client whose many connections ask at one moment waits for itself, and nobody else does', async () => {
    const { hub } = await withLamp();
    const answered: string[] = [];
    const ask = async (address: string) => {
      await guest(hub, null, { address }).peer.receive('subscribe', subscribeTo(FEED));
      answered.push(address);
    };
    const flood = Array.from({ length: 500 }, () => ask('198.51.100.7'));
    await Promise.all([...flood, ask('203.0.113.9')]);
    expect(answered.indexOf('203.0.113.9')).toBeLessThan(ANSWERS_AT_ONCE_MAX);
  });

  it(`${MESSAGES_PER_MINUTE} messages a minute, then a refusal, then the end for those who don’t listen`, async () => {
    const { hub, clock } = await withLamp();
    const { peer, ended } = guest(hub);
    const say = () => peer.receive('unsubscribe', { topic: FEED });
    for (let n = 0; n < MESSAGES_PER_MINUTE; n += 1) expect(await say()).toEqual({ ok: true });
    expect(await say()).toMatchObject({ ok: false, refusal: { code: 'RATE_LIMITED', retry: true } });
    clock.advance(60_000);
    expect(await say()).toEqual({ ok: true });
    for (let n = 0; n <= MESSAGES_PER_MINUTE + IGNORED_MESSAGES_MAX; n += 1) await say();
    expect(ended).toEqual(['flood']);
  });

  it(`${TOPICS_PER_CONNECTION} topics for one connection`, async () => {
    const { hub } = await withLamp();
    const { peer } = guest(hub);
    for (let n = 0; n < TOPICS_PER_CONNECTION; n += 1) {
      expect(await peer.receive('subscribe', subscribeTo(topicName.wall('ou', id(`author ${n}`))))).toMatchObject({
        ok: true,
      });
    }
    expect(await peer.receive('subscribe', subscribeTo(FEED))).toMatchObject({ refusal: { code: 'TOPICS_TOO_MANY' } });
  });

  it('drops a client that does not take what it is sent', async () => {
    const { hub, log, publish } = await withLamp();
    const slow = guest(hub);
    await slow.peer.receive('subscribe', subscribeTo(FEED));
    slow.backlog = { bytes: 100_000_000, packets: 1 };
    log.add('PostCreated', creation(topLevel('desk', 'ada')));
    await publish();
    expect(slow.ended).toEqual(['slow']);
    expect(hub.stats()).toMatchObject({ slow: 1, connections: 0 });
  });

  it('answers for handlers that throw, and for messages that make no sense', async () => {
    const rig = await hubRig(() => Promise.reject(new Error('A bug.')));
    const { peer } = guest(rig.hub, id('ada'));
    const noList = { length: { toString: 1 } };
    const nonsense = [null, undefined, 7, 'x', [], { topic: 1 }, { topic: 'x'.repeat(10_000) }, Object.create(null)];
    for (const event of ['subscribe', 'page', 'need', 'unsubscribe']) {
      for (const payload of [...nonsense, { topic: noList, refs: noList }]) {
        expect(await peer.receive(event, payload)).toMatchObject({ ok: false, refusal: { code: 'REQUEST_INVALID' } });
      }
    }
    expect(await peer.receive('command', {})).toMatchObject({ ok: false, refusal: { retry: true } });
    expect(await peer.receive('toString', {})).toBeNull();
    expect(rig.hub.stats()).toMatchObject({ failedHandlers: 1, refusedMessages: 1 });
  });

  it('says that a read store which does not answer is unavailable, and goes on when it does again', async () => {
    const { hub, store, log, publish } = await withLamp();
    log.add('UserRegistered', registration('bob'));
    await publish();
    const reader = guest(hub);
    await reader.peer.receive('subscribe', subscribeTo(FEED));
    const { get } = store;
    store.get = () => Promise.reject(new Unavailable('The disk is gone.'));
    const answer = await guest(hub).peer.receive('subscribe', subscribeTo(topicName.post(lamp.postId)));
    expect(answer).toMatchObject({ ok: false, refusal: { code: 'UNAVAILABLE', retry: true } });
    log.add('PostCreated', creation(topLevel('desk', 'bob')));
    // Its author can't be read: readers are disconnected, and return to a resume that misses nothing.
    store.get = (refs) => (refs.length > 0 ? Promise.reject(new Unavailable('Still gone.')) : get.call(store, refs));
    await publish();
    expect(reader.ended).toEqual(['hub-lost-track']);
    store.get = get;
    const again = (await guest(hub).peer.receive('subscribe', subscribeTo(FEED))) as TopicAnswer;
    expect(again.documents.map(({ key }) => key)).toContain(id('desk'));
  });
});

import { describe, expect, it } from '@jest/globals';
import { ASKED_HELD_MS, type Asked, type AskedMessage, knownOf } from '#projections/sync/asking.ts';
import type { TopicAnswer } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { type AskedBy, createHubAsking } from '#server/hub/asking.ts';
import { ASKED_ANSWERS_MAX_CHARACTERS, ASKED_GATHER_MS } from '#server/hub/limits.ts';
import { below, creation, id, position, registration, topLevel } from '#test/projections/support/events.ts';
import { ERAS, hubRig, subscribeTo } from './hubRig.ts';

const FEED = topicName.feed('ou');
const lamp = topLevel('lamp', 'ada');
const VISITOR: AskedBy = { userId: null, sessionId: null, campus: 'ou', address: '203.0.113.1' };

/** A hub with a post, and a way to ask it. */
async function asked() {
  const rig = await hubRig();
  rig.log.add('UserRegistered', registration('ada'));
  rig.log.add('PostCreated', creation(lamp));
  await rig.publish();
  const asking = createHubAsking(rig);
  const gone = new AbortController();
  const ask = async (messages: readonly AskedMessage[], isHeld = false, by = VISITOR): Promise<Asked | null> => {
    const text = await asking.answer({ protocol: 1, user: null, messages: [...messages], isHeld }, by, gone.signal);
    return text === null ? null : JSON.parse(text);
  };
  /** The feed, as a page that has it asks for it again. */
  const resumed = async (): Promise<AskedMessage> => {
    const { cursor, floor } = ((await ask([subscribe()])) as Asked).answers[0] as TopicAnswer;
    return subscribe({ since: cursor, floor, notBefore: cursor.position });
  };
  return { ...rig, asking, ask, resumed, gone };
}

const subscribe = (change: object = {}): AskedMessage => ({ event: 'subscribe', payload: subscribeTo(FEED, change) });
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Whether a promise has settled. */
async function isDone(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  void promise.then(() => {
    done = true;
  });
  for (let turn = 0; turn < 20; turn += 1) await settle();
  return done;
}

describe('a question to the hub over HTTP', () => {
  it('[P5] is answered with eras, topics and progress, and leaves no connection behind', async () => {
    const { ask, hub, store } = await asked();
    const answer = await ask([subscribe()]);
    expect(answer?.answers[0]).toMatchObject({ ok: true, fresh: true, cursor: { position: position(2) } });
    expect(answer?.packets).toEqual([
      ['eras', { eras: ERAS }],
      ['progress', { generation: store.generation, position: position(2) }],
    ]);
    expect(hub.stats()).toMatchObject({ connections: 0, topics: 0 });
  });

  it('[P5] that may be held waits for the first news, and brings along what comes with it', async () => {
    const { ask, resumed, log, publish, clock } = await asked();
    const held = ask([await resumed()], true);
    expect(await isDone(held)).toBe(false);
    log.add('PostCreated', creation(topLevel('desk', 'ada')));
    await publish();
    log.add('PostCreated', creation(below(lamp, 'offer', 'ada')));
    await publish();
    expect(await isDone(held)).toBe(false);
    clock.advance(ASKED_GATHER_MS);
    const packets = (await held)?.packets ?? [];
    expect(packets.map(([event]) => event)).toEqual(['eras', 'rows', 'rows', 'progress']);
    expect(packets.at(-1)?.[1]).toMatchObject({ position: position(4) });
  });

  it('[P5] is answered at once with what came between two questions, and never held over it', async () => {
    const { ask, resumed, log, publish } = await asked();
    const message = await resumed();
    log.add('PostCreated', creation(topLevel('desk', 'ada')));
    await publish();
    const answer = (await ask([message], true)) as Asked;
    const { fresh, documents } = answer.answers[0] as TopicAnswer;
    expect([fresh, documents.some(({ key }) => key === topLevel('desk', 'ada').postId)]).toEqual([false, true]);
  });

  it('that nothing happens for is answered after its time', async () => {
    const { ask, resumed, clock } = await asked();
    const held = ask([await resumed()], true);
    expect(await isDone(held)).toBe(false);
    clock.advance(ASKED_HELD_MS);
    expect((await held)?.packets.map(([event]) => event)).toEqual(['eras', 'progress']);
  });

  it('says shortly that a topic which is never resumed is as it was, and holds over it', async () => {
    const { ask, store } = await asked();
    const payload = subscribeTo(topicName.somePosts('ou', lamp.postId));
    const first = (await ask([{ event: 'subscribe', payload }]))?.answers[0] as TopicAnswer;
    expect(first.fresh).toBe(true);
    const again: AskedMessage = {
      event: 'subscribe',
      payload: { ...payload, since: first.cursor, floor: first.floor },
      known: knownOf(first),
    };
    expect((await ask([again]))?.answers[0]).toMatchObject({ fresh: false, documents: [] });
    expect(await isDone(ask([again], true))).toBe(false);
    expect(await isDone(ask([{ ...again, known: '9 0' }], true))).toBe(true);
    // Of another generation nothing is known.
    const other = { ...first.cursor, generation: `not ${store.generation}` };
    const stale = { ...again, payload: { ...payload, since: other, floor: first.floor } };
    expect((await ask([stale]))?.answers[0]).toMatchObject({ fresh: true });
  });

  it('[P8] of a session that ends is told so, and nothing else', async () => {
    const { ask, resumed, hub } = await asked();
    const by = { ...VISITOR, userId: id('ada'), sessionId: 'session-ada' };
    const held = ask([await resumed()], true, by);
    expect(await isDone(held)).toBe(false);
    hub.endSession('session-ada');
    expect(await held).toEqual({ ok: true, answers: [], packets: [], ended: 'session-ended' });
    expect(await ask([subscribe()], false, by)).toMatchObject({ answers: [], ended: 'session-ended' });
  });

  it('is over when its client leaves, and when the server closes', async () => {
    const { ask, resumed, hub, gone, asking } = await asked();
    const message = await resumed();
    const held = ask([message], true);
    expect(await isDone(held)).toBe(false);
    asking.close();
    expect((await held)?.ended).toBe('closing');
    expect((await ask([message], true))?.ended).toBeNull();
    gone.abort();
    expect(await ask([message], true)).toBeNull();
    expect(hub.stats().connections).toBe(0);
  });

  it('leaves to the next question what has no room in the answer', async () => {
    const rig = await hubRig();
    const huge = { ok: true, position: null, padding: 'x'.repeat(ASKED_ANSWERS_MAX_CHARACTERS) };
    const hub = {
      stats: rig.hub.stats.bind(rig.hub),
      connect: () => ({ receive: async () => huge, closed: () => undefined }),
    };
    const asking = createHubAsking({ hub, clock: rig.clock });
    const messages = [subscribe(), subscribe()];
    const text = await asking.answer(
      { protocol: 1, user: null, messages, isHeld: false },
      VISITOR,
      new AbortController().signal,
    );
    const answers = (JSON.parse(text ?? '') as Asked).answers;
    expect(answers.map((each) => each !== null)).toEqual([true, false]);
  });
});

import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import express, { type ErrorRequestHandler } from 'express';
import { claimStream } from '#domain/kernel/systemEvents.ts';
import { START } from '#projections/engine/eventLog.ts';
import { collections } from '#projections/registry.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import type { HttpRefused } from '#server/http/errors.ts';
import { readWithCertainty } from '#server/read/certainty.ts';
import { NOT_BEFORE_WAIT_MS, READS_PER_CLIENT } from '#server/read/limits.ts';
import { readAlone } from '#server/read/sharedReads.ts';
import { createTopicReader } from '#server/read/snapshot.ts';
import { peopleRoutes } from '#server/user/routes/people.ts';
import { creation, id, registration, saving, topLevel } from '#test/projections/support/events.ts';
import { plainReads } from '#test/server/support/plainReads.ts';
import { guest, type HubRig, hubRig, knownEras, subscribeTo } from '../hub/hubRig.ts';

const LAMP = topicName.post(id('lamp'));
const BOB = topicName.person(id('bob'));

const usernameStream = (username: string) => claimStream('username', username);

/** The read models have Ada; Bob's sign-up and Ada's later post are in the log only. */
async function behind(): Promise<HubRig> {
  const rig = await hubRig();
  rig.log.add('UserRegistered', registration('ada'));
  await rig.publish();
  rig.log.add('Held', { stream: `user-${id('bob')}`, commandId: id('claim') }, usernameStream('bob'));
  rig.log.add('UserRegistered', registration('bob'));
  rig.log.add('PostCreated', creation(topLevel('lamp', 'ada')));
  rig.log.add('PostSaved', saving(topLevel('lamp', 'ada'), 'ada'));
  return rig;
}

const reachOf = ({ hub, log }: HubRig) => ({
  published: () => hub.stats().position,
  head: async () => log.events.at(-1)?.position ?? START,
  waitFor: (position: string) => hub.waitFor(position),
});

/** The result of a question asked before the read models have its answer. */
async function askedTooEarly<Answer>(rig: HubRig, ask: () => Promise<Answer>): Promise<Answer> {
  const asked = ask();
  // The question is handled while the projector is delayed.
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await rig.publish();
  return asked;
}

describe('"there is no such thing" is only said when it is so as of the question', () => {
  it.each([LAMP, BOB])('[P5] of %s, on joining', async (topic) => {
    const rig = await behind();
    const reader = guest(rig.hub);
    const answer = await askedTooEarly(rig, () => reader.peer.receive('subscribe', subscribeTo(topic)));
    expect(answer).toMatchObject({ ok: true, fresh: true });
  });

  it('[P5] of what belongs to the viewer', async () => {
    const rig = await behind();
    const refs = [{ collection: 'saves', key: `${id('lamp')}-${id('ada')}` }];
    const message = { refs, notBefore: START };
    const answer = await askedTooEarly(rig, () => guest(rig.hub, id('ada')).peer.receive('need', message));
    expect(answer).toMatchObject({ ok: true, documents: [refs[0]] });
  });

  it('[P5] by HTTP and in the first view of a page', async () => {
    const rig = await behind();
    const eras = knownEras();
    await eras.learn();
    const source = { store: plainReads(rig.store), collections, share: readAlone, eras };
    const read = createTopicReader(source, reachOf(rig));
    const answer = await askedTooEarly(rig, () =>
      read({ topic: LAMP, floor: null, notBefore: null, address: '203.0.113.1' }, null),
    );
    expect(answer).toMatchObject({ ok: true });
  });

  it('[PROF-01 in part] of a user name', async () => {
    const rig = await behind();
    const app = express();
    let heads = reachOf(rig).head;
    const withHeads = { ...reachOf(rig), head: () => heads() };
    app.use(
      peopleRoutes({
        authenticate: async () => null,
        readStore: plainReads(rig.store),
        usernameStream,
        reach: withHeads,
      }),
    );
    const answerRefusal: ErrorRequestHandler = (error: HttpRefused, _request, response, _next) => {
      response.status(404).json(error.rejections[0]);
    };
    app.use(answerRefusal);
    const server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const ask = async (name: string) => {
      const { port } = server.address() as AddressInfo;
      return (await fetch(`http://127.0.0.1:${port}/api/people/by-username/${name}`)).json();
    };
    // Delayed until the question has read the head of the log.
    const reach = reachOf(rig);
    const { promise: reached, resolve: sendReached } = Promise.withResolvers<void>();
    heads = async () => {
      sendReached();
      return reach.head();
    };
    const asked = ask('bob');
    await reached;
    await rig.publish();
    expect(await asked).toEqual({ id: id('bob') });
    expect(await ask('nobody')).toMatchObject({ code: 'PERSON_UNKNOWN' });
    server.close();
  });

  it('has the reader retry when the read models do not get there in time', async () => {
    const rig = await behind();
    const asked = guest(rig.hub).peer.receive('subscribe', subscribeTo(LAMP));
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    rig.clock.advance(NOT_BEFORE_WAIT_MS);
    expect(await asked).toMatchObject({ ok: false, refusal: { code: 'UNAVAILABLE', retry: true } });
  });

  it('says it at once where the read models are complete, and asks the log for nothing else', async () => {
    const rig = await behind();
    await rig.publish();
    let asked = 0;
    Object.defineProperty(rig.log, 'events', {
      get: () => {
        asked += 1;
        return [{ position: rig.hub.stats().position }];
      },
    });
    const reader = guest(rig.hub);
    expect(await reader.peer.receive('subscribe', subscribeTo(topicName.feed('ou')))).toMatchObject({ ok: true });
    expect(asked).toBe(0);
    const answer = await reader.peer.receive('subscribe', subscribeTo(topicName.post(id('never'))));
    expect(answer).toMatchObject({ ok: false, refusal: { code: 'POST_UNKNOWN', retry: false } });
    expect(asked).toBe(1);
  });
});

it('[P5] a change published during the look is looked for again: the look may have been before it', async () => {
  let published = '1';
  let looks = 0;
  const look = async () => {
    looks += 1;
    // It finds nothing, and the missing row is published before it answers.
    published = '2';
    return looks > 1;
  };
  const reach = { published: () => published, head: async () => '2', waitFor: async () => true };
  expect(await readWithCertainty(reach, look, (isThere) => !isThere)).toBe(true);
});

describe('waiting takes no turn', () => {
  /** A position of a log that has a million events more. */
  const beyond = (rig: HubRig) => String(Number(reachOf(rig).published()) + 1_000_000).padStart(START.length, '0');

  async function readerOf(rig: HubRig) {
    const eras = knownEras();
    await eras.learn();
    return createTopicReader({ store: plainReads(rig.store), collections, share: readAlone, eras }, reachOf(rig));
  }

  it('a question for a position that the log has not given is answered at once, by HTTP and by every message', async () => {
    const rig = await behind();
    await rig.publish();
    const notBefore = beyond(rig);
    const read = await readerOf(rig);
    const { peer } = guest(rig.hub, id('ada'));
    const refs = [{ collection: 'saves', key: `${id('lamp')}-${id('ada')}` }];
    await peer.receive('subscribe', subscribeTo(LAMP));
    // No clock moves here: an answer that waits never comes.
    const answers = await Promise.all([
      read({ topic: LAMP, floor: null, notBefore: { notBefore, era: undefined }, address: '203.0.113.1' }, null),
      peer.receive('subscribe', { ...subscribeTo(BOB), notBefore }),
      peer.receive('page', { topic: LAMP, floor: '9'.repeat(16), notBefore }),
      peer.receive('need', { refs, notBefore }),
    ]);
    expect(answers).toMatchObject(answers.map(() => ({ ok: false, refusal: { code: 'UNAVAILABLE', retry: true } })));
  });

  it('holds no turn while the read models fall behind: neither that of the answers, nor that of the client', async () => {
    const rig = await behind();
    const read = await readerOf(rig);
    let held = 0;
    const inTurn = async <T>(make: () => Promise<T>): Promise<T> => {
      held += 1;
      try {
        return await make();
      } finally {
        held -= 1;
      }
    };
    const head = await reachOf(rig).head();
    const ask = (topic: string, notBefore: string | null) =>
      read(
        { topic, floor: null, notBefore: notBefore === null ? null : { notBefore, era: undefined }, address: '::1' },
        null,
        inTurn,
      );
    const waiting = [
      ask(LAMP, head),
      ...Array.from({ length: 2 * READS_PER_CLIENT }, (_, n) => ask(topicName.post(id(`none-${n}`)), null)),
    ];
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(held).toBe(0);
    expect(await ask(topicName.person(id('ada')), null)).toMatchObject({ ok: true });
    await rig.publish();
    expect(await Promise.all(waiting)).toMatchObject([{ ok: true }, ...waiting.slice(1).map(() => ({ ok: false }))]);
  });
});

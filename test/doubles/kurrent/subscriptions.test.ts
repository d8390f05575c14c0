import {
  AccessDeniedError,
  type AllStreamSubscription,
  NO_STREAM,
  type Position,
  streamNameFilter,
  TimeoutError,
} from '@eventstore/db-client';
import { afterEach, describe, expect, it } from '@jest/globals';
import { all, clientOn, type DoubleRig, doubleRig, reasonOf, someEvents, someStream } from './rig.ts';
import type { KurrentDoubleOptions } from './server.ts';

/** Bytes of text in the events that fill up a connection. */
const BIG = 60_000;
const BIG_EVENTS = 160;

let rig: DoubleRig;
afterEach(() => rig.dispose());
const start = async (options?: KurrentDoubleOptions) => {
  rig = await doubleRig(options);
};

const append = async (count: number, text?: string): Promise<Position> => {
  const events = someEvents(count, text);
  return (await rig.client.appendToStream(someStream(), events, { expectedRevision: NO_STREAM })).position as Position;
};

/** Writes past the connection, which the paused consumer has filled. */
function fill(): void {
  const proposed = { type: 'PostCreated', contentType: 'application/json', metadata: Buffer.alloc(0) };
  for (let n = 0; n < BIG_EVENTS; n += 1) {
    const data = Buffer.from(JSON.stringify({ text: 'x'.repeat(BIG) }));
    rig.double.log.append(someStream(), -1, [{ ...proposed, id: `event-${n}`, data }]);
  }
}

/** The messages of a subscription, in order: its notices, and the text of its events. */
function steps(subscription: AllStreamSubscription) {
  const seen: string[] = [];
  const waiting = new Set<() => void>();
  const note = (step: string) => {
    seen.push(step);
    for (const wake of waiting) wake();
  };
  for (const notice of ['confirmation', 'caughtUp', 'fellBehind', 'end']) {
    subscription.on(notice as 'confirmation', () => note(notice));
  }
  subscription.on('error', (error) => note(error.constructor.name));
  return {
    seen,
    flow: () => subscription.on('data', ({ event }) => note(String((event?.data as { n?: number } | undefined)?.n))),
    until: (step: string) =>
      new Promise<void>((resolve) => {
        const look = () => seen.includes(step) && resolve();
        waiting.add(look);
        look();
      }),
  };
}

describe('the double of KurrentDB: subscriptions', () => {
  it('confirms, hands over history after the position, has caught up, and goes on live', async () => {
    await start();
    const position = await append(1);
    await append(2);
    const subscription = rig.client.subscribeToAll({ fromPosition: position });
    const { seen, flow, until } = steps(subscription);
    flow();
    await until('caughtUp');
    await append(3);
    await until('2');
    expect(seen).toEqual(['confirmation', '0', '1', 'caughtUp', '0', '1', '2']);
    await subscription.unsubscribe();
  });

  it('begins after a revision of a stream', async () => {
    await start();
    const stream = someStream();
    await rig.client.appendToStream(stream, someEvents(3), { expectedRevision: NO_STREAM });
    const subscription = rig.client.subscribeToStream(stream, { fromRevision: 0n });
    const { seen, flow, until } = steps(subscription as unknown as AllStreamSubscription);
    flow();
    await until('caughtUp');
    expect(seen).toEqual(['confirmation', '1', '2', 'caughtUp']);
    await subscription.unsubscribe();
  });

  it('filters by name and gives a checkpoint every 32 records that it looks at', async () => {
    await start();
    rig.double.log.writeSystemEvents(70);
    await append(1);
    const checkpoints: Position[] = [];
    const filter = streamNameFilter({
      prefixes: ['post-'],
      checkpointReached: (_, position) => void checkpoints.push(position),
    });
    const subscription = rig.client.subscribeToAll({ filter });
    const { seen, flow, until } = steps(subscription);
    flow();
    await until('caughtUp');
    expect(seen).toEqual(['confirmation', '0', 'caughtUp']);
    const at = (record: number) => rig.double.log.records[record];
    expect(checkpoints).toEqual([31, 63].map((n) => ({ commit: at(n)?.commit, prepare: at(n)?.prepare })));
    await subscription.unsubscribe();
  });

  it('drops a live consumer that is too slow, by an error alone', async () => {
    await start();
    const subscription = rig.client.subscribeToAll();
    const { seen, until } = steps(subscription);
    subscription.once('data', () => subscription.pause());
    await until('caughtUp');
    fill();
    while (rig.double.tooSlow() === 0) await new Promise((resolve) => setImmediate(resolve));
    subscription.resume();
    await until(TimeoutError.name);
    expect(seen).not.toContain('end');
  });

  it('sends a slow consumer back to history, as newer servers do', async () => {
    await start({ slowConsumer: 'falls-behind' });
    const subscription = rig.client.subscribeToAll();
    const { seen, until } = steps(subscription);
    subscription.once('data', () => subscription.pause());
    await until('caughtUp');
    fill();
    while (rig.double.tooSlow() === 0) await new Promise((resolve) => setImmediate(resolve));
    subscription.resume();
    await until('fellBehind');
    expect(seen).not.toContain(TimeoutError.name);
    await subscription.unsubscribe();
  });

  it('breaks a subscription by an error alone when it is killed', async () => {
    await start();
    const subscription = rig.client.subscribeToAll();
    const { seen, flow, until } = steps(subscription);
    flow();
    await until('caughtUp');
    await rig.double.kill();
    await until('UnavailableError');
    expect(seen).not.toContain('end');
  });

  it('asks for credentials over TLS, and finds itself by gossip', async () => {
    await start({ credentials: { username: 'admin', password: 'chang:e@it' } });
    await append(1);
    expect(await all(rig.client.readAll())).not.toHaveLength(0);
    const wrong = clientOn({ url: rig.double.url.replace('admin:', 'guest:') });
    expect(await reasonOf(all(wrong.readAll()))).toBeInstanceOf(AccessDeniedError);
    const event = someEvents(1);
    expect(await reasonOf(wrong.appendToStream(someStream(), event))).toBeInstanceOf(AccessDeniedError);
    await wrong.dispose();
    const found = clientOn({ url: rig.double.url.replace('esdb:', 'esdb+discover:') });
    expect(await all(found.readAll())).not.toHaveLength(0);
    await found.dispose();
  });
});

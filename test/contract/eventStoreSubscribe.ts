import { expect, it } from '@jest/globals';
import { type EventStore, NO_STREAM, type StoredEvent } from '#server/ports/eventStore.ts';
import { collector, readWhole, sampleEvents, sampleStream } from './eventStoreSamples.ts';

const WRITERS = 8;

const write = async (store: EventStore, appends: number): Promise<void> => {
  for (let n = 0; n < appends; n += 1) await store.append(sampleStream(), NO_STREAM, sampleEvents(2));
};

/** From history to live, exactly once, in order. */
export function subscribeContract(store: () => EventStore): void {
  it('hands over history and then what is appended meanwhile, in order, nothing lost or doubled', async () => {
    const start = await store().head();
    await write(store(), 30);
    const seen = collector();
    const subscription = store().subscribe(start, async (batch) => seen.take(batch), seen.fail);
    await Promise.all(Array.from({ length: WRITERS }, () => write(store(), 20)));
    await seen.until(60 + WRITERS * 40);
    await subscription.close();
    expect(seen.events).toEqual(await readWhole(store(), start));
    expect(seen.errors).toEqual([]);
  });

  it('begins after the position that it is given', async () => {
    const start = await store().head();
    await write(store(), 5);
    const [, , third, ...rest] = await readWhole(store(), start);
    const seen = collector();
    const subscription = store().subscribe(third?.position ?? '', async (batch) => seen.take(batch), seen.fail);
    await seen.until(rest.length);
    await subscription.close();
    expect(seen.events).toEqual(rest);
  });

  it('does not call a slow handler again before it is done, and makes writers wait for nobody', async () => {
    const start = await store().head();
    const seen = collector();
    const { promise: slow, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: called, resolve: wasCalled } = Promise.withResolvers<void>();
    let running = 0;
    let most = 0;
    const handler = async (batch: readonly StoredEvent[]): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      wasCalled();
      await slow;
      seen.take(batch);
      running -= 1;
    };
    const subscription = store().subscribe(start, handler, seen.fail);
    await write(store(), 1);
    await called;
    await write(store(), 50);
    expect(seen.events).toEqual([]);
    goOn();
    await seen.until(102);
    await subscription.close();
    expect(most).toBe(1);
    expect(seen.events).toEqual(await readWhole(store(), start));
  });

  it('serves several subscriptions at their own pace', async () => {
    const start = await store().head();
    const seen = Array.from({ length: 4 }, collector);
    const subscriptions = seen.map(({ take, fail }) => store().subscribe(start, async (batch) => take(batch), fail));
    await write(store(), 10);
    await Promise.all(seen.map(({ until }) => until(20)));
    await Promise.all(subscriptions.map((subscription) => subscription.close()));
    const whole = await readWhole(store(), start);
    for (const { events } of seen) expect(events).toEqual(whole);
  });
}

/** How subscriptions end. */
export function subscriptionEndContract(store: () => EventStore): void {
  it('ends when its handler fails and goes on for who subscribes again', async () => {
    const start = await store().head();
    await write(store(), 5);
    const seen = collector();
    const failed = Promise.withResolvers<Error>();
    let calls = 0;
    const failing = async (batch: readonly StoredEvent[]): Promise<void> => {
      calls += 1;
      if (calls === 2) throw new Error('can not fold this');
      seen.take(batch);
    };
    store().subscribe(start, failing, failed.resolve);
    await seen.until(1);
    await write(store(), 5);
    expect((await failed.promise).message).toBe('can not fold this');
    await write(store(), 5);
    expect(calls).toBe(2);
    const handled = seen.events.at(-1)?.position ?? start;
    const again = store().subscribe(handled, async (batch) => seen.take(batch), seen.fail);
    await seen.until(30);
    await again.close();
    expect(seen.events).toEqual(await readWhole(store(), start));
  });

  it('does not call the handler any more once it is closed', async () => {
    const start = await store().head();
    const seen = collector();
    const subscription = store().subscribe(start, async (batch) => seen.take(batch), seen.fail);
    await write(store(), 1);
    await seen.until(2);
    await subscription.close();
    await subscription.close();
    await write(store(), 3);
    const witness = collector();
    const other = store().subscribe(start, async (batch) => witness.take(batch), witness.fail);
    await witness.until(8);
    await other.close();
    expect(seen.events).toHaveLength(2);
    expect(seen.errors).toEqual([]);
  });

  it('waits on close for the handler that runs', async () => {
    const start = await store().head();
    const { promise: slow, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: called, resolve: wasCalled } = Promise.withResolvers<void>();
    const steps: string[] = [];
    const handler = async (): Promise<void> => {
      wasCalled();
      await slow;
      steps.push('handled');
    };
    const errors: Error[] = [];
    const subscription = store().subscribe(start, handler, (error) => void errors.push(error));
    await write(store(), 1);
    await called;
    const closed = subscription.close().then(() => steps.push('closed'));
    goOn();
    await closed;
    expect(steps).toEqual(['handled', 'closed']);
    expect(errors).toEqual([]);
  });
}

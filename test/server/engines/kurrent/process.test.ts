import { expect, it } from '@jest/globals';
import { START, Unavailable } from '#projections/engine/eventLog.ts';
import { openKurrentEventStore } from '#server/engines/kurrent/eventStore.ts';
import { NO_STREAM } from '#server/ports/eventStore.ts';
import { collector, readWhole, sampleEvents, sampleStream } from '../../../contract/eventStoreSamples.ts';
import { startKurrentProcess } from '../../../doubles/kurrent/startKurrent.ts';

it('[P1] [P2] has everything that was acknowledged when its server, a process of its own, was killed', async () => {
  const server = await startKurrentProcess();
  const store = await openKurrentEventStore({ url: server.url });
  const seen = collector();
  const subscription = store.subscribe(START, async (batch) => seen.take(batch), seen.fail);
  const appends = Array.from({ length: 40 }, () => ({ stream: sampleStream(), events: sampleEvents(2) }));
  const send = () => Promise.allSettled(appends.map(({ stream, events }) => store.append(stream, NO_STREAM, events)));
  const sent = send();
  await seen.until(4);
  await server.kill();
  const first = await sent;
  await server.restart();
  for (let last = await send(); last.some(({ status }) => status === 'rejected'); last = await send()) {
    for (const result of last) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(Unavailable);
  }
  await seen.until(80);
  await subscription.close();
  const whole = await readWhole(store, START);
  expect(seen.events).toEqual(whole);
  expect(whole.map(({ id }) => id).sort()).toEqual(appends.flatMap(({ events }) => events.map(({ id }) => id)).sort());
  const positions = new Set(whole.map(({ position }) => position));
  for (const result of first)
    if (result.status === 'fulfilled') expect(positions.has(result.value.position)).toBe(true);
  await store.close();
  await server.dispose();
});

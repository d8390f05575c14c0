import { expect, it } from '@jest/globals';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { readModels } from '#projections/engine/readModels.ts';
import { createMemoryEventStore } from '#server/engines/memory/eventStore.ts';
import { createMemoryReadStore } from '#server/engines/memory/readStore.ts';
import { silentLogger } from '#server/observability/logging.ts';
import { NOTE_ERAS_EVERY_MS, noteEras } from '#server/roles/noteEras.ts';
import { standingClock } from '../hub/hubRig.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('[P4 in part] read models stay those of this log, however many processes begin eras of it', async () => {
  const store = createMemoryEventStore();
  const readStore = createMemoryReadStore(readModels);
  const clock = standingClock();
  const { eras } = store;
  const newest = async () => (await eras()).at(-1)?.id;
  const stop = noteEras({ store, readStore, clock, logger: silentLogger });
  const pass = async () => {
    clock.advance(NOTE_ERAS_EVERY_MS);
    await settled();
  };
  await pass();
  expect(await readStore.era()).toBe(await newest());
  store.begin();
  store.eras = async () => {
    throw new Unavailable('The log is busy.');
  };
  await pass();
  expect(await readStore.era()).not.toBe(await newest());
  store.eras = eras;
  await pass();
  expect(await readStore.era()).toBe(await newest());
  await stop();
  store.begin();
  await pass();
  expect(await readStore.era()).not.toBe(await newest());
});

it('[P4 in part] an era that could not be noted is noted at the next look, though no other has begun', async () => {
  const store = createMemoryEventStore();
  const readStore = createMemoryReadStore(readModels);
  const clock = standingClock();
  const { noteEra } = readStore;
  readStore.noteEra = async () => {
    throw new Unavailable('The read models are busy.');
  };
  const stop = noteEras({ store, readStore, clock, logger: silentLogger });
  clock.advance(NOTE_ERAS_EVERY_MS);
  await settled();
  expect(await readStore.era()).toBeNull();
  readStore.noteEra = noteEra;
  clock.advance(NOTE_ERAS_EVERY_MS);
  await settled();
  expect(await readStore.era()).toBe((await store.eras()).at(-1)?.id);
  await stop();
});

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { Unavailable } from '#projections/engine/eventLog.ts';
import { foldBatch, readsOfBatch } from '#projections/engine/foldBatch.ts';
import { createProjector } from '#projections/engine/projector.ts';
import { readModels } from '#projections/engine/readModels.ts';
import { rebuild, verify } from '#projections/engine/rebuild.ts';
import { foldTable, projections } from '#projections/registry.ts';
import { openSqliteReadStore } from '#server/engines/sqlite/readStore/readStore.ts';
import { appendAll } from '#test/contract/readStoreBuild.ts';
import { canary, createLogBuilder, creation, id, registration, topLevel } from '#test/projections/support/events.ts';
import { wholeFeed } from '#test/projections/support/feed.ts';
import { erasedNames, historyArbitrary } from '#test/projections/support/history.ts';
import { openReadSide } from './openReadSide.ts';

type ReadSide = Awaited<ReturnType<typeof openReadSide>>;
const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** All bytes of all files in a folder and below, as text. */
async function bytesOf(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')));
  return texts.join('\n');
}

/** Milliseconds that five commits may take on a busy machine; one that waits for a reader takes SQLite's five seconds. */
const COMMITS_MAX_MS = 4_000;

async function commitAll(side: ReadSide, events: readonly RecordedEvent[], size: number): Promise<void> {
  for (let start = 0; start < events.length; start += size) {
    const batch = events.slice(start, start + size);
    const from = await side.store.checkpoint();
    const loaded = await side.store.load(readsOfBatch(foldTable, batch));
    await side.store.commit(foldBatch(foldTable, from, batch, loaded, new Map()));
  }
}

async function project(side: ReadSide, events: readonly RecordedEvent[], size: number): Promise<void> {
  await commitAll(side, events, size);
  await side.store.erasuresSettled(10_000);
}

describe('erasure in the files of the read store', () => {
  let side: ReadSide;
  beforeEach(async () => {
    side = await openReadSide();
  });
  afterEach(() => side.dispose());

  it('[P10] leaves no byte of what erased people wrote, whatever else was written', async () => {
    // One long log of many people: documents grow, move between pages and are replaced before they are erased.
    const log = createLogBuilder();
    const names = Array.from({ length: 30 }, (_, n) => `writer${n}`);
    for (const name of names) log.add('UserRegistered', registration(name));
    for (let n = 0; n < 600; n += 1) {
      const name = names[(n * 7) % names.length] ?? '';
      const place = topLevel(`post ${n}`, name);
      log.add('PostCreated', creation(place, `${canary(name)} `.repeat(1 + ((n * 13) % 120))));
      const shorter = creation(place, `${canary(name)} edited`);
      if (n % 3 === 0) log.add('PostEdited', { ...place, text: shorter.text, media: shorter.media, imageCount: 0 });
    }
    await project(side, log.events, 50);
    expect(await bytesOf(side.folder)).toContain(canary('writer0'));

    const erased = names.filter((_, n) => n % 2 === 0);
    const before = log.events.length;
    for (const name of erased) log.add('SubjectErased', { userId: id(name), campus: null });
    await project(side, log.events.slice(before), 4);
    const bytes = await bytesOf(side.folder);
    for (const name of erased) expect(bytes).not.toContain(canary(name));
    expect(bytes).toContain(canary('writer1'));
  });

  it('[P10] beside a long reader no commit waits, and the receipt does: what was erased leaves when the reader has gone', async () => {
    const log = createLogBuilder();
    log.add('UserRegistered', registration('ann'));
    log.add('PostCreated', creation(topLevel('bike', 'ann'), canary('ann')));
    await project(side, log.events, 50);
    const reader = new DatabaseSync(side.store.file, { readOnly: true });
    reader.exec('BEGIN; SELECT * FROM feed');
    try {
      const before = log.events.length;
      log.add('SubjectErased', { userId: id('ann'), campus: null });
      for (let n = 0; n < 4; n += 1) log.add('UserRegistered', registration(`later${n}`));
      const startedAt = performance.now();
      await commitAll(side, log.events.slice(before), 1);
      expect(performance.now() - startedAt).toBeLessThan(COMMITS_MAX_MS);
      await expect(side.store.erasuresSettled(200)).rejects.toThrow(Unavailable);
      expect(await bytesOf(side.folder)).toContain(canary('ann'));
    } finally {
      reader.close();
    }
    await side.store.erasuresSettled(20_000);
    expect(await bytesOf(side.folder)).not.toContain(canary('ann'));
  });

  it('[P10] what a crash has left of the erased goes when the store is opened again', async () => {
    const log = createLogBuilder();
    log.add('UserRegistered', registration('ann'));
    log.add('PostCreated', creation(topLevel('bike', 'ann'), canary('ann')));
    await project(side, log.events, 50);
    const before = log.events.length;
    log.add('SubjectErased', { userId: id('ann'), campus: null });
    const reader = new DatabaseSync(side.store.file, { readOnly: true });
    reader.exec('BEGIN; SELECT * FROM feed');
    await commitAll(side, log.events.slice(before), 1);
    // While somebody reads, closing cannot empty it either: that is how a crash leaves it.
    await side.store.close();
    expect(await bytesOf(side.folder)).toContain(canary('ann'));
    reader.close();
    const again = await openSqliteReadStore(side.folder, readModels);
    try {
      await again.erasuresSettled(20_000);
      expect(await bytesOf(side.folder)).not.toContain(canary('ann'));
    } finally {
      await again.close();
    }
  });

  it('[P10] leaves no byte after any history', async () => {
    for (const events of fc.sample(historyArbitrary, { seed: 99, numRuns: 4 })) {
      const own = await openReadSide();
      await project(own, events, 9);
      const bytes = await bytesOf(own.folder);
      for (const name of erasedNames(events)) expect(bytes).not.toContain(canary(name));
      await own.dispose();
    }
  });

  it('[P4] [P10] rebuilt after the keys are destroyed equals live, and its file holds nothing of the erased', async () => {
    const log = createLogBuilder();
    const written = creation(topLevel('bike', 'ann'), canary('ann'));
    log.add('UserRegistered', registration('ann'));
    log.add('PostCreated', written);
    log.add('SubjectErased', { userId: id('ann'), campus: null });
    await appendAll(side, log.events);
    const projector = createProjector({ ...side, projections, onCommit: () => undefined, logger: QUIET });
    await projector.start();
    await projector.waitFor(await side.log.head(), 20_000);
    await side.store.erasuresSettled(10_000);
    await side.vault.keys.destroy([id('ann')]);
    expect(await rebuild({ ...side, projector })).toMatchObject({ differences: [], parked: [] });
    expect(await bytesOf(side.folder)).not.toContain(canary('ann'));
    await projector.stop();
  });

  it('[P10] reaches the feed that a rebuild had copied before the erasure', async () => {
    const log = createLogBuilder();
    log.add('UserRegistered', registration('ann'));
    log.add('PostCreated', creation(topLevel('bike', 'ann'), canary('ann')));
    await appendAll(side, log.events);
    const projector = createProjector({ ...side, projections, onCommit: () => undefined, logger: QUIET });
    await projector.start();
    await projector.waitFor(await side.log.head(), 20_000);

    const build = await side.builder.begin();
    await build.advance(await side.log.head(), () => undefined);
    await build.look();
    await appendAll(side, [log.add('SubjectErased', { userId: id('ann'), campus: null })]);
    await projector.waitFor(await side.log.head(), 20_000);
    await projector.exclusively(async (position) => {
      await build.advance(position, () => undefined);
      return build.replace(await build.settle(), position);
    });
    expect(JSON.stringify(await wholeFeed(side.store))).not.toContain(canary('ann'));
    expect(await bytesOf(side.folder)).not.toContain(canary('ann'));
    expect((await verify({ ...side, projector })).differences).toEqual([]);
    await projector.stop();
  });
});

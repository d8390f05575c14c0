import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { eventDefinitions } from '#domain/registry.ts';
import { createProjector, type Projector } from '#projections/engine/projector.ts';
import { rebuild, verify } from '#projections/engine/rebuild.ts';
import { collections, projections } from '#projections/registry.ts';
import { createSubjectKeys } from '#server/log/subjectKeys.ts';
import { createPersonalData } from '#server/read/personalData.ts';
import { appendAll } from '#test/contract/readStoreBuild.ts';
import { canary, createLogBuilder, creation, id, registration, topLevel } from '#test/projections/support/events.ts';
import { historyArbitrary } from '#test/projections/support/history.ts';
import { openReadSide } from './openReadSide.ts';

type ReadSide = Awaited<ReturnType<typeof openReadSide>>;
const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** Begins every canary. */
const ANY_CANARY = 'canary-of-';

/** All bytes of all files in a folder and below, as text: write-ahead logs and freed pages included. */
async function bytesOf(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')));
  return texts.join('\n');
}

/** Everything of a data folder: the log and the vault lie beside the read models. */
const everything = (side: ReadSide) => bytesOf(join(side.folder, '..'));

async function startProjector(side: ReadSide): Promise<Projector> {
  const projector = createProjector({ ...side, projections, onCommit: () => undefined, logger: QUIET });
  await projector.start();
  await projector.waitFor(await side.log.head(), 20_000);
  return projector;
}

/** A post as a reader is answered it. */
async function openPost(side: ReadSide, postId: string): Promise<unknown> {
  const keys = createSubjectKeys(side.vault.keys, side.events);
  const onWithheld = () => undefined;
  const { open } = createPersonalData({ keys, definitions: eventDefinitions, collections, onWithheld });
  const [post] = await open(await side.store.get([{ collection: 'posts', key: postId }]));
  return post?.doc;
}

describe('personal data in the files of the log, the vault and the read store', () => {
  let side: ReadSide;
  beforeEach(async () => {
    side = await openReadSide();
  });
  afterEach(() => side.dispose());

  it('[P10] is not there, whatever was written, moved and replaced; after an erasure its key is not there either', async () => {
    // One long log of many people: documents grow, move between pages that split, and are replaced.
    const log = createLogBuilder();
    const names = Array.from({ length: 120 }, (_, n) => `writer${n}`);
    const canaries = Object.fromEntries(names.map((name) => [name, canary(name)]));
    for (const name of names) log.add('UserRegistered', { ...registration(name), firstName: canaries[name] });
    for (let n = 0; n < 600; n += 1) {
      const name = names[(n * 7) % names.length] ?? '';
      const place = topLevel(`post ${n}`, name);
      log.add('PostCreated', creation(place, `${canary(name)} `.repeat(1 + ((n * 13) % 120))));
      const shorter = creation(place, `${canary(name)} edited`);
      if (n % 3 === 0) log.add('PostEdited', { ...place, text: shorter.text, media: shorter.media, imageCount: 0 });
    }
    await appendAll(side, log.events);
    const projector = await startProjector(side);
    expect(JSON.stringify(await openPost(side, id('post 0')))).toContain(canary('writer0'));
    expect(await everything(side)).not.toContain(ANY_CANARY);

    const erased = names.filter((_, n) => n % 2 === 0).map(id);
    const keys = [...(await side.vault.keys.find(erased)).values()].map((key) => Buffer.from(key).toString('latin1'));
    expect(await everything(side)).toContain(keys[0]);
    await side.vault.keys.destroy(erased);
    const bytes = await everything(side);
    for (const key of keys) expect(bytes.includes(key)).toBe(false);
    expect(await openPost(side, id('post 0'))).toMatchObject({ text: null, media: null, author: id('writer0') });
    await projector.stop();
  });

  it('[P10] is not there after any history', async () => {
    for (const events of fc.sample(historyArbitrary, { seed: 99, numRuns: 4 })) {
      const own = await openReadSide();
      await appendAll(own, events);
      const projector = await startProjector(own);
      expect(await everything(own)).not.toContain(ANY_CANARY);
      await projector.stop();
      await own.dispose();
    }
  });

  it('[P4] [P10] a rebuild without any key equals what was folded live, and opens to the same', async () => {
    const log = createLogBuilder();
    log.add('UserRegistered', registration('ann'));
    log.add('PostCreated', creation(topLevel('bike', 'ann'), canary('ann')));
    log.add('UserRegistered', registration('bob'));
    log.add('PostCreated', creation(topLevel('lamp', 'bob'), canary('bob')));
    log.add('SubjectErased', { userId: id('ann'), campus: null });
    await appendAll(side, log.events);
    const projector = await startProjector(side);
    await side.vault.keys.destroy([id('ann')]);
    expect(await rebuild({ ...side, projector })).toMatchObject({ differences: [], parked: [] });
    expect(await openPost(side, id('bike'))).toMatchObject({ text: null });
    expect(JSON.stringify(await openPost(side, id('lamp')))).toContain(canary('bob'));
    expect(await everything(side)).not.toContain(ANY_CANARY);
    await projector.stop();
  });

  it('[P10] an erasure writes a named number of documents, however many the person has', async () => {
    const log = createLogBuilder();
    log.add('UserRegistered', registration('ann'));
    for (let n = 0; n < 300; n += 1) log.add('PostCreated', creation(topLevel(`post ${n}`, 'ann'), canary('ann')));
    await appendAll(side, log.events);
    const projector = await startProjector(side);
    const before = await side.store.feedEnd();
    await appendAll(side, [log.add('SubjectErased', { userId: id('ann'), campus: null })]);
    await projector.waitFor(await side.log.head(), 20_000);
    const rows = (await side.store.feedAfter(before, 1_000))?.rows ?? [];
    expect(rows.map(({ collection, key }) => [collection, key === id('ann')])).toEqual([
      ['erasures', true],
      ['people', true],
      ['homes', true],
      ['introductions', true],
      ['accounts', true],
      ['settings', true],
    ]);
    expect((await verify({ ...side, projector })).differences).toEqual([]);
    await projector.stop();
  });

  it('[P10] is sealed in every row of the feed', async () => {
    const [events = []] = fc.sample(historyArbitrary, { seed: 5, numRuns: 1 });
    const begin = await side.store.feedEnd();
    await appendAll(side, events);
    const projector = await startProjector(side);
    const page = await side.store.feedAfter(begin, 10_000);
    expect(page?.rows.length).toBeGreaterThan(events.length / 2);
    expect(JSON.stringify(page)).not.toContain(ANY_CANARY);
    await projector.stop();
  });
});

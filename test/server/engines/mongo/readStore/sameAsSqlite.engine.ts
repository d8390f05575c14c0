import { createHash } from 'node:crypto';
import { afterAll, expect, it } from '@jest/globals';
import { createProjector } from '#projections/engine/projector.ts';
import { readModels } from '#projections/engine/readModels.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import { prepare, rebuild, verify } from '#projections/engine/rebuild.ts';
import { collections, projections } from '#projections/registry.ts';
import { createMongoBuilder } from '#server/engines/mongo/readStore/builder.ts';
import { canonicalJson } from '#server/kernel/canonicalJson.ts';
import { appendAll, HISTORY } from '#test/contract/readStoreBuild.ts';
import { describeOn } from '#test/doubles/describeOn.ts';
import { startMongo } from '#test/doubles/mongo/startMongo.ts';
import { openReadSide } from '#test/server/engines/sqlite/readStore/openReadSide.ts';
import { openTestStore } from './openTestStore.ts';

/** Documents that are read at a time. */
const PAGE = 50;
const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Digest of all documents, tombstones and versions included; and their number. */
async function digestOf(store: ReadStore): Promise<{ readonly documents: number; readonly digest: string }> {
  const hash = createHash('sha256');
  let documents = 0;
  for (const collection of [...collections.keys()].sort()) {
    for (let after = ''; ; ) {
      const page = await store.scan(collection, after, PAGE);
      for (const document of page) hash.update(canonicalJson(document)).update('\n');
      documents += page.length;
      if (page.length < PAGE) break;
      after = page.at(-1)?.key ?? after;
    }
  }
  return { documents, digest: hash.digest('hex') };
}

describeOn('read models on SQLite and on MongoDB', await startMongo(), (server) => {
  afterAll(() => server.dispose());

  it('[P4] hold equal documents after a rebuild of every projection from one log, and as projected live', async () => {
    const sqlite = await openReadSide();
    const mongo = await openTestStore(server, readModels);
    const { log, events } = sqlite;
    const sides = [
      { store: sqlite.store, builder: sqlite.builder },
      { store: mongo.store, builder: createMongoBuilder({ store: mongo.store, log, projections }) },
    ].map((side) => {
      const { store } = side;
      return {
        ...side,
        log,
        projector: createProjector({ log, store, projections, onCommit: () => undefined, logger: QUIET }),
      };
    });
    try {
      const half = Math.floor(HISTORY.length / 2);
      await appendAll(sqlite, HISTORY.slice(0, half));
      const built = [];
      for (const side of sides) {
        await prepare({ ...side, eras: await events.eras() });
        built.push(await digestOf(side.store));
      }
      expect(built[0]?.documents).toBeGreaterThan(20);
      expect(built[1]).toEqual(built[0]);

      const projected = [];
      for (const { projector } of sides) await projector.start();
      await appendAll(sqlite, HISTORY.slice(half));
      for (const side of sides) {
        await side.projector.waitFor(await log.head(), 20_000);
        projected.push(await digestOf(side.store));
      }
      expect(projected[0]).not.toEqual(built[0]);
      expect(projected[1]).toEqual(projected[0]);

      for (const side of sides) {
        expect((await rebuild(side)).differences).toEqual([]);
        expect((await verify(side)).differences).toEqual([]);
        expect(await digestOf(side.store)).toEqual(projected[0]);
      }
    } finally {
      for (const { projector } of sides) await projector.stop();
      await mongo.dispose();
      await sqlite.dispose();
    }
  });
});

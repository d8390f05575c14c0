import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { appendAll, HISTORY, readStoreBuildContract } from '#test/contract/readStoreBuild.ts';
import { openReadSide } from '../openReadSide.ts';

/** Milliseconds for which a file may be another connection's. */
const BUSY_MS = 20_000;

readStoreBuildContract('sqlite', () => openReadSide());

describe('a build whose file takes no documents', () => {
  let side: Awaited<ReturnType<typeof openReadSide>>;
  beforeEach(async () => {
    side = await openReadSide();
  });
  afterEach(() => side.dispose());

  /** Files of read models beside the live one. */
  const others = async () =>
    (await readdir(side.folder)).filter((name) => name.endsWith('.db') && name !== basename(side.store.file));

  /** Lets every insertion of a document fail, as on a full disk. */
  function refuseDocuments(file: string): void {
    // The threads of the build may still be opening it.
    const db = new DatabaseSync(file, { timeout: BUSY_MS });
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'documents_%'").all();
    for (const { name } of tables) {
      const refusal = "SELECT RAISE(ABORT, 'the disk is full')";
      db.exec(`CREATE TRIGGER full_${name} BEFORE INSERT ON ${name} BEGIN ${refusal}; END`);
    }
    db.close();
  }

  it('[P4] fails with the error of the thread that writes, and leaves the live read models and nothing else', async () => {
    await appendAll(side, HISTORY);
    const { generation } = await side.store.feedEnd();
    const build = await side.builder.begin();
    try {
      const [name = ''] = await others();
      refuseDocuments(join(side.folder, name));
      await expect(build.advance(await side.log.head(), () => undefined)).rejects.toThrow('the disk is full');
    } finally {
      await build.discard();
    }
    expect(await others()).toEqual([]);
    expect((await side.store.feedEnd()).generation).toBe(generation);
    await (await side.builder.begin()).discard();
  });
});

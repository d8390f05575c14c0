import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Versioned } from '#projections/kernel/collection.ts';
import { skipJournal } from '#server/engines/sqlite/database.ts';
import { createWriteBehindTarget, type WriteBehindTarget } from '#server/engines/sqlite/readStore/rebuild/target.ts';
import { type BuildWriter, startBuildWriter } from '#server/engines/sqlite/readStore/rebuild/writer.ts';
import { type CollectionShape, documentTable } from '#server/engines/sqlite/readStore/tables.ts';
import { type GenerationWriter, openGenerationWriter } from '#server/engines/sqlite/readStore/writer.ts';

const SHAPES: readonly CollectionShape[] = [
  {
    name: 'posts',
    queries: { feed: { equals: ['feed'], order: 'at' }, ofAuthor: { equals: ['author'], order: null } },
  },
  { name: 'counters', queries: {} },
];
/** So few that long histories drop documents again and again. */
const AGE_DOCUMENTS = 6;

/** Steps of a fold: it puts a document, looks one up, comes to the end of a batch. */
const steps = fc.array(
  fc.record({
    act: fc.constantFrom('put', 'put', 'put', 'get', 'batch'),
    collection: fc.constantFrom('posts', 'counters'),
    key: fc.constantFrom(...'abcdefghijklmnop'),
    doc: fc.option(
      fc.record({ feed: fc.constantFrom('ou', null), at: fc.constantFrom('1', '2', '3'), author: fc.string() }),
    ),
  }),
  { minLength: 40, maxLength: 120 },
);

let folder: string;
let thread: BuildWriter;
let files = 0;
const opened: GenerationWriter[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quad-target-'));
});
beforeEach(async () => {
  thread = await startBuildWriter();
});
afterEach(async () => {
  for (const writer of opened.splice(0)) writer.close();
  await thread.close();
});
afterAll(() => rm(folder, { recursive: true }));

/** A new file, as a build begins it. */
function newFile(): GenerationWriter {
  files += 1;
  const writer = openGenerationWriter(join(folder, `${files}.db`), SHAPES);
  skipJournal(writer.db);
  opened.push(writer);
  return writer;
}

/** All that the file holds of documents, in the order of its rows, and its indexes. */
function contents({ file }: GenerationWriter) {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    const rows = SHAPES.map(({ name }) =>
      db.prepare(`SELECT rowid, * FROM ${documentTable(name)} ORDER BY rowid`).all(),
    );
    return { rows, schema: db.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all() };
  } finally {
    db.close();
  }
}

/** Folds a history; answers what each look found. */
async function play(
  target: WriteBehindTarget,
  history: typeof steps extends fc.Arbitrary<infer Steps> ? Steps : never,
) {
  const found: (Versioned | undefined)[] = [];
  for (const [step, { act, collection, key, doc }] of history.entries()) {
    if (act === 'put') target.put({ collection, key, position: String(step), doc });
    else if (act === 'get') found.push(target.get(collection, key));
    else await target.handOver();
  }
  await target.settle();
  target.finish();
  return found;
}

describe('a thread that writes while another folds', () => {
  it('[P4] leaves the file that one thread makes alone', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const [alone, together] = [newFile(), newFile()];
        const found = await play(createWriteBehindTarget(alone, SHAPES), history);
        expect(await play(createWriteBehindTarget(together, SHAPES, { other: thread }), history)).toEqual(found);
        expect(contents(together)).toEqual(contents(alone));
      }),
      { seed: 31, numRuns: 20 },
    );
  });

  it('[P4] gives the file back when documents must be dropped, which are read again', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const [alone, together] = [newFile(), newFile()];
        const found = await play(createWriteBehindTarget(alone, SHAPES), history);
        const target = createWriteBehindTarget(together, SHAPES, { other: thread, ageDocuments: AGE_DOCUMENTS });
        expect(await play(target, history)).toEqual(found);
        expect(contents(together)).toEqual(contents(alone));
      }),
      { seed: 32, numRuns: 20 },
    );
  });

  it('gives the file back after the batch in which the cache was full', async () => {
    const target = createWriteBehindTarget(newFile(), SHAPES, { other: thread, ageDocuments: AGE_DOCUMENTS });
    for (let n = 0; n < 2 * AGE_DOCUMENTS; n += 1) {
      target.put({ collection: 'counters', key: String(n), position: '1', doc: { n } });
    }
    expect(() => target.scan('counters', '', 100)).toThrow('Another thread writes the file.');
    await target.handOver();
    expect(target.scan('counters', '', 100)).toHaveLength(2 * AGE_DOCUMENTS);
  });

  it('has the file alone until it is given back', async () => {
    const writer = newFile();
    const target = createWriteBehindTarget(writer, SHAPES, { other: thread });
    target.put({ collection: 'posts', key: 'a', position: '1', doc: { feed: 'ou', at: '1' } });
    expect(() => target.query('posts', 'feed', ['ou'])).toThrow('Another thread writes the file.');
    expect(() => target.scan('posts', '', 10)).toThrow('Another thread writes the file.');
    await target.settle();
    expect(target.query('posts', 'feed', ['ou'])).toHaveLength(1);
    expect(target.scan('posts', '', 10)).toHaveLength(1);
  });

  it('takes so much at a time, and all in the end', async () => {
    const writer = newFile();
    const target = createWriteBehindTarget(writer, SHAPES, { other: thread });
    for (let n = 0; n < 5_500; n += 1)
      target.put({ collection: 'counters', key: String(n), position: '1', doc: { n } });
    await target.handOver();
    await target.settle();
    target.finish();
    expect(contents(writer).rows[1]).toHaveLength(5_500);
  });

  describe('that fails', () => {
    let target: WriteBehindTarget;
    beforeEach(() => {
      const writer = newFile();
      const refusal = "SELECT RAISE(ABORT, 'the disk is full')";
      writer.db.exec(`CREATE TRIGGER full BEFORE INSERT ON documents_posts BEGIN ${refusal}; END`);
      target = createWriteBehindTarget(writer, SHAPES, { other: thread });
      target.put({ collection: 'posts', key: 'a', position: '1', doc: null });
      expect(target.writeSome()).toBe(true);
    });

    it('[P4] says so after a batch of events', async () => {
      const batches = async () => {
        for (;;) {
          await target.handOver();
          await setImmediate();
        }
      };
      await expect(batches()).rejects.toThrow('the disk is full');
    });

    it('[P4] says so at the end', async () => {
      await expect(target.settle()).rejects.toThrow('the disk is full');
    });
  });

  it('[P4] says so when it has ended', async () => {
    const target = createWriteBehindTarget(newFile(), SHAPES, { other: thread });
    target.put({ collection: 'posts', key: 'a', position: '1', doc: null });
    await thread.close();
    await expect(target.settle()).rejects.toThrow(/is closed/);
  });
});

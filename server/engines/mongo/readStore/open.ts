import { randomUUID } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import { START } from '#projections/engine/eventLog.ts';
import type { ReadModelDeclaration } from '#projections/engine/readStore.ts';
import { collectionsOf, generationsOf, staleOf } from '#projections/engine/versions.ts';
import { forCollections } from '../forCollections.ts';
import { insertNew, openDocuments } from './documents.ts';
import { createFeedIndexes } from './feed.ts';
import { type BatchRecord, COLLECTIONS, generationName, type LiveRecord } from './records.ts';

/** Characters of the name of a build, and of a lineage. */
const BUILD_CHARACTERS = 8;

/** A name for a build. */
export function newBuild(): string {
  return randomUUID().slice(0, BUILD_CHARACTERS);
}

/** Opens the live record, or begins an empty one. Makes the indexes that are declared and not there. */
export async function openLive(
  db: Db,
  declaration: ReadModelDeclaration,
): Promise<{ readonly live: Collection<LiveRecord>; readonly record: LiveRecord }> {
  const live = db.collection<LiveRecord>(COLLECTIONS.live);
  let record = await live.findOne({ _id: 'live' });
  if (record === null) {
    const first = firstRecord(declaration);
    await createFeedIndexes(db.collection<BatchRecord>(first.feed));
    // Of two processes that begin at the same time, one is heard; the other's empty generations stay unused.
    await insertNew<'live', LiveRecord>(live, [first]);
    record = (await live.findOne({ _id: 'live' })) ?? first;
  }
  await createIndexes(db, declaration, record);
  return { live, record };
}

function firstRecord(declaration: ReadModelDeclaration): LiveRecord {
  const build = newBuild();
  return {
    _id: 'live',
    batch: 0,
    row: 0,
    checkpoint: START,
    epoch: 0,
    lineage: build,
    generations: generationsOf(
      declaration,
      declaration.projections.map(({ name }) => name),
      build,
    ),
    collections: Object.fromEntries(
      collectionsOf(declaration).map(({ name }) => [name, generationName(name, build)] as const),
    ),
    feed: generationName('feed', build),
    floor: START,
    reducedRow: 0,
    era: null,
    retired: [],
  };
}

/** Makes the indexes of the projections that are not stale; those of a stale one are made by its build. */
function createIndexes(db: Db, declaration: ReadModelDeclaration, record: LiveRecord): Promise<void> {
  const stale = staleOf(declaration, record.generations);
  const fresh = declaration.projections.filter(({ name }) => !stale.includes(name));
  return forCollections(collectionsOf({ projections: fresh }), async (collection) => {
    const name = record.collections[collection.name];
    if (name !== undefined) await openDocuments(db, name, collection).createIndexes();
  });
}

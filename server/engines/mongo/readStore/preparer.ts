import { buildScope } from '#projections/engine/buildScope.ts';
import { type EventLog, START } from '#projections/engine/eventLog.ts';
import {
  LiveSwapped,
  PREPARED_ENOUGH_EVENTS,
  type Prepared,
  type PrepareOptions,
} from '#projections/engine/preparing.ts';
import { staleOf, versionsOf } from '#projections/engine/versions.ts';
import type { Projection } from '#projections/kernel/projection.ts';
import { openMongo } from '../connection.ts';
import { MongoBuild } from './build.ts';
import { liveDocuments, openWorkshop } from './builder.ts';
import { createBuildNotes, signsOfLife } from './buildNotes.ts';
import { type MongoReadStoreOptions, openMongoReadStore, type ReadStoreParts } from './readStore.ts';
import { COLLECTIONS, type LiveRecord } from './records.ts';

export interface MongoPreparerOptions extends MongoReadStoreOptions, PrepareOptions {
  /** The projections of this release. */
  readonly projections: readonly Projection[];
  /** With personal data sealed. */
  readonly log: Pick<EventLog, 'readAll' | 'distance'>;
}

/**
 * Builds this release's read models in collections of their own, while another release runs; of the running one's it
 * only reads. The next start of this release continues the build.
 *
 * @throws LiveSwapped the running release has replaced its read models meanwhile
 * @throws UnknownEvent the log is of a newer release
 */
export async function prepareBesideOnMongo(options: MongoPreparerOptions): Promise<Prepared> {
  // Opening a read store begins an empty one; here that would be in the place of the running release.
  if (!(await hasReadModels(options))) return { kind: 'nothing runs' };
  const store = await openMongoReadStore(options, options);
  const { parts } = store;
  try {
    return await prepare(options, parts);
  } catch (error) {
    throw parts.connection.explain(error);
  } finally {
    await store.close();
  }
}

async function hasReadModels(options: MongoPreparerOptions): Promise<boolean> {
  const { db, explain, close } = await openMongo(options);
  try {
    return (await db.collection<LiveRecord>(COLLECTIONS.live).findOne({ _id: 'live' })) !== null;
  } catch (error) {
    throw explain(error);
  } finally {
    await close();
  }
}

async function prepare({ projections, log, onEvents }: MongoPreparerOptions, parts: ReadStoreParts): Promise<Prepared> {
  const { ledger, connection, now } = parts;
  const versions = versionsOf(projections);
  const notes = createBuildNotes(connection.db, now);
  const live = await ledger.current();
  const stale = staleOf({ projections }, live.generations);
  if (stale.length === 0) return { kind: 'unchanged' };
  if ((await notes.prepared(versions)) !== null) return { kind: 'prepared before', projections: stale };

  const scope = buildScope(projections, stale);
  const { build: name, names, target, begun } = await openWorkshop(parts, scope, null);
  try {
    const alive = signsOfLife(notes, name);
    const build = new MongoBuild({ scope, log, target, live: liveDocuments(parts, scope), begun, alive });
    let events = 0;
    for (let read = PREPARED_ENOUGH_EVENTS + 1; read > PREPARED_ENOUGH_EVENTS; ) {
      const { checkpoint } = await ledger.current();
      const total = await log.distance(START, checkpoint);
      read = await build.advance(checkpoint, (count) => {
        events += count;
        onEvents(count, events, total);
      });
    }
    await notes.stillRuns(name);
    const { lineage } = await ledger.current();
    if (lineage !== live.lineage) throw new LiveSwapped();
    const { position } = build;
    const parked = [...build.parked.values()];
    const made = { build: name, names: Object.values(names), folded: scope.folded, lineage, position, parked };
    await notes.keepPrepared({ _id: versions, ...made });
    return { kind: 'prepared', projections: stale, events, position };
  } catch (error) {
    await notes.discard(name, Object.values(names));
    throw error;
  }
}

import type { LogEra } from '#projections/sync/protocol.ts';
import { UnreadableEvent } from '../../../log/unreadableEvent.ts';
import type { StoredEvent } from '../../../ports/eventStore.ts';
import { formatPosition } from '../../position.ts';
import type { DatabaseKind } from '../database.ts';

/**
 * KiB of pages that a connection keeps in memory: the inner pages of the indexes of a log of a million events. Leaves
 * come from the system's cache: with 2 MiB to 16 MiB a stream is found in the same time (docs/proof/bench.md).
 */
const CACHE_KIB = 4_096;

/** Pragma of every connection to the log, also of read-only ones. */
export const LOG_CACHE = `PRAGMA cache_size = -${CACHE_KIB};`;

/** Openings of the log by a writer, in their order (`projections/sync/eras.ts`), with the last position before each. */
const ERAS = 'CREATE TABLE eras (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, after INTEGER NOT NULL) STRICT;';

/** The file of the event log. One table: `position` is the row id, so the log is stored in its own order. */
export const EVENT_LOG: DatabaseKind = {
  name: 'event log',
  applicationId: 0x51_75_4c_6f, // "QuLo"
  format: 2,
  // In pages, 16 MB: the fallback for `checkpoints.ts`, which makes checkpoints earlier and beside the writer.
  pragmas: `PRAGMA wal_autocheckpoint = 4000; ${LOG_CACHE}`,
  schema: `
    CREATE TABLE events (
      position INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      stream TEXT NOT NULL,
      revision INTEGER NOT NULL,
      type TEXT NOT NULL,
      version INTEGER NOT NULL,
      data TEXT NOT NULL,
      meta TEXT NOT NULL,
      UNIQUE (stream, revision)
    ) STRICT;
    ${ERAS}
  `,
  upgrades: [ERAS],
};

/** A row as it crosses the thread border: position, id, stream, revision, type, version, data (JSON), meta (JSON). */
export type EventRow = readonly [number, string, string, number, string, number, string, string];

/** An era as it crosses the thread border: id, last position before it. */
export type EraRow = readonly [id: string, after: number];

export function decodeEra([id, after]: EraRow): LogEra {
  return { id, from: formatPosition(after) };
}

/** @throws UnreadableEvent the row holds no JSON: somebody has changed it from outside */
export function decodeRow([place, id, stream, revision, type, version, data, meta]: EventRow): StoredEvent {
  const position = formatPosition(place);
  try {
    const parsed = { data: JSON.parse(data) as unknown, meta: JSON.parse(meta) as StoredEvent['meta'] };
    return { id, stream, revision, position, type, version, ...parsed };
  } catch (cause) {
    throw new UnreadableEvent({ id, type, position }, 'its row is no JSON', { cause });
  }
}

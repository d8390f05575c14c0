import type { RecordedEvent } from '@eventstore/db-client';
import type { StoredEvent } from '../../ports/eventStore.ts';
import type { KurrentErrors } from './errors.ts';
import { formatPosition } from './position.ts';

/**
 * Streams of the log begin with a small letter (`server/log/encodeAppend.ts`). Those of the server begin with `$`, those
 * of this adapter with a capital, and neither is handed over.
 */
export const LOG_STREAMS = '^[a-z]';
const LOG_STREAM = new RegExp(LOG_STREAMS);

/** Whether a stream belongs to the log. */
export function isOfLog(stream: string): boolean {
  return LOG_STREAM.test(stream);
}

/** Metadata of an event as the engine keeps it: Quad's own, and the version of its type. */
export function metadataOf({ version, meta }: Pick<StoredEvent, 'version' | 'meta'>) {
  return { version, ...meta };
}

/** The server's value, in reads of a stream, for an event of an explicit transaction, whose position it does not know. */
const NO_POSITION = 0xffff_ffff_ffff_ffffn;

/** @throws Error it is no event of Quad's */
export function decodeRecord(record: RecordedEvent, errors: KurrentErrors): StoredEvent {
  const { id, streamId: stream, type, data } = record;
  const place = record.position?.commit === NO_POSITION ? undefined : record.position;
  const position = place === undefined ? '' : formatPosition(place);
  const { version, ...meta } = (record.metadata ?? {}) as unknown as { version?: unknown } & StoredEvent['meta'];
  if (!record.isJson || typeof version !== 'number' || position === '') throw errors.foreign(stream, position);
  return { id, stream, revision: Number(record.revision), position, type, version, data, meta };
}

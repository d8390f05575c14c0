import { idSchema } from '#domain/kernel/ids.ts';
import { APPEND_MAX_BYTES, InvalidAppend, type NewEvent, NO_STREAM, TooLarge } from '../ports/eventStore.ts';

/** Characters of a stream's name. */
const STREAM_MAX_CHARACTERS = 200;
/** `category-id`; names that start with `$` are KurrentDB's own. */
const STREAM_PATTERN = /^[a-z][A-Za-z0-9_.:-]*$/;

/** An event as text, ready to be written. */
export interface EncodedEvent {
  readonly id: string;
  readonly type: string;
  readonly version: number;
  /** JSON. */
  readonly data: string;
  /** JSON. */
  readonly meta: string;
}

/** One append, checked and as text. */
export interface EncodedAppend {
  readonly stream: string;
  readonly expectedRevision: number;
  readonly events: readonly EncodedEvent[];
  /** As `APPEND_MAX_BYTES` counts. */
  readonly bytes: number;
}

/**
 * Checks an append and encodes it as text. Every adapter calls it before it writes, so that all refuse the same
 * appends.
 * @throws InvalidAppend
 * @throws TooLarge
 */
export function encodeAppend(stream: string, expectedRevision: number, events: readonly NewEvent[]): EncodedAppend {
  if (stream.length > STREAM_MAX_CHARACTERS || !STREAM_PATTERN.test(stream)) {
    throw new InvalidAppend(`${JSON.stringify(stream)} can't be the name of a stream.`);
  }
  if (!Number.isSafeInteger(expectedRevision) || expectedRevision < NO_STREAM) {
    throw new InvalidAppend(`${expectedRevision} can't be the revision of a stream.`);
  }
  if (events.length === 0) throw new InvalidAppend(`An append to ${stream} has no events.`);
  const encoded = events.map(encodeEvent);
  if (new Set(encoded.map(({ id }) => id)).size < encoded.length) {
    throw new InvalidAppend(`An append to ${stream} has two events with one id.`);
  }
  const bytes = encoded.reduce((sum, event) => sum + bytesOf(event), 0);
  if (bytes > APPEND_MAX_BYTES) throw new TooLarge(bytes);
  return { stream, expectedRevision, events: encoded, bytes };
}

/** Bytes of an event as `APPEND_MAX_BYTES` counts: the version is kept in the metadata, and types as UTF-16. */
function bytesOf({ type, version, data, meta }: EncodedEvent): number {
  const member = `"version":${version},`;
  return Buffer.byteLength(data) + Buffer.byteLength(meta) + member.length + 2 * type.length;
}

function encodeEvent({ id, type, version, data, meta }: NewEvent): EncodedEvent {
  if (!idSchema.safeParse(id).success || id !== id.toLowerCase()) {
    throw new InvalidAppend(`${JSON.stringify(id)} can't be the id of an event: it is not a lower-case UUID.`);
  }
  if (type === '') throw new InvalidAppend(`The event ${id} has no type.`);
  if (!Number.isSafeInteger(version) || version < 1) {
    throw new InvalidAppend(`The event ${id} has version ${version}; versions count from 1.`);
  }
  return { id, type, version, data: encodeObject(id, 'data', data), meta: encodeObject(id, 'meta', meta) };
}

function encodeObject(id: string, what: 'data' | 'meta', value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidAppend(`The ${what} of the event ${id} is not an object.`);
  }
  try {
    return JSON.stringify(value);
  } catch (error) {
    // A BigInt or a cycle.
    throw new InvalidAppend(`The ${what} of the event ${id} is not JSON (${(error as Error).message}).`);
  }
}

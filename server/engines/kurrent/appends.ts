import { setTimeout as pause } from 'node:timers/promises';
import {
  type AppendResult,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM as NO_STREAM_YET,
  TimeoutError,
  UnavailableError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import type { EncodedAppend } from '../../log/encodeAppend.ts';
import { NO_STREAM, type StoredEvent, TooLarge, WrongExpectedRevision } from '../../ports/eventStore.ts';
import type { KurrentClient } from './client.ts';
import { within } from './deadline.ts';
import type { KurrentErrors } from './errors.ts';
import { formatPosition } from './position.ts';
import type { KurrentReader } from './reader.ts';
import { metadataOf } from './records.ts';

/** Milliseconds before an append is sent again that the server has dropped, or did not take yet. */
const AGAIN_AFTER_MS = 50;
/** The server's words in the moment after an election; the append was not taken. */
const NOT_READY = 'Server Is Not Ready';

interface Written {
  readonly position: string;
}

export interface AppendParts {
  readonly client: Pick<KurrentClient, 'appendToStream'>;
  readonly errors: KurrentErrors;
  readonly reader: Pick<KurrentReader, 'readStream'>;
  /** Milliseconds after which the outcome of an append is unknown. */
  readonly appendDeadlineMs: number;
}

/**
 * Sends appends, each of them to its end.
 *
 * The server drops a repeat of an append that is still under way, and says after its commit time-out (2 s) that it gave
 * up. So a repeat from this process waits for the first instead of going out. Where another process sent the first, the
 * stream is looked at then: its events are there, which is the first outcome, or they are sent again within the deadline.
 *
 * @throws WrongExpectedRevision, TooLarge, or an error of the client
 */
export function createAppends(parts: AppendParts): (append: EncodedAppend) => Promise<Written> {
  const underWay = new Map<string, Promise<Written>>();
  return (append) => {
    const key = [append.stream, append.expectedRevision, ...append.events.map(({ id }) => id)].join();
    const first = underWay.get(key);
    if (first !== undefined) return first;
    const sent = toItsEnd(parts, append).finally(() => underWay.delete(key));
    underWay.set(key, sent);
    return sent;
  };
}

async function toItsEnd(parts: AppendParts, append: EncodedAppend): Promise<Written> {
  const until = performance.now() + parts.appendDeadlineMs;
  for (;;) {
    try {
      return await once(parts, append, until - performance.now());
    } catch (error) {
      if (!isUndecided(error)) throw error;
      const written = await find(parts.reader, append);
      if (written !== null) return written;
      if (performance.now() + AGAIN_AFTER_MS >= until) throw error;
      await pause(AGAIN_AFTER_MS);
    }
  }
}

/** Whether the server did not take an append, or dropped it, and may take it when it comes again. */
function isUndecided(error: unknown): boolean {
  return error instanceof TimeoutError || (error instanceof UnavailableError && error.message.includes(NOT_READY));
}

async function once(parts: AppendParts, append: EncodedAppend, deadlineMs: number): Promise<Written> {
  const { stream, expectedRevision, events } = append;
  try {
    const { success, nextExpectedRevision, position } = await send(parts, append, deadlineMs);
    if (success && position !== undefined && Number(nextExpectedRevision) === expectedRevision + events.length) {
      return { position: formatPosition(position) };
    }
  } catch (error) {
    if (error instanceof MaxAppendSizeExceededError) throw new TooLarge(append.bytes);
    if (!(error instanceof WrongExpectedVersionError)) throw error;
    const repeated = await find(parts.reader, append);
    if (repeated !== null) return repeated;
    const { actualVersion } = error;
    const actual = typeof actualVersion === 'bigint' ? Number(actualVersion) : NO_STREAM;
    throw new WrongExpectedRevision(stream, expectedRevision, actual);
  }
  // The server answered of another place than the append names.
  const repeated = await find(parts.reader, append);
  if (repeated !== null) return repeated;
  throw parts.errors.ofCall(`an append to ${stream}`, new Error('its answer names another revision'));
}

function send(
  { client, errors, appendDeadlineMs }: AppendParts,
  { stream, expectedRevision, events }: EncodedAppend,
  deadlineMs: number,
): Promise<AppendResult> {
  const sent = client.appendToStream(
    stream,
    // The client reads the events after this turn, when a caller may have changed them.
    events.map(({ id, type, version, data, meta }) =>
      jsonEvent({
        id,
        type,
        data: JSON.parse(data) as Record<string, unknown>,
        metadata: metadataOf({ version, meta: JSON.parse(meta) as StoredEvent['meta'] }),
      }),
    ),
    {
      expectedRevision: expectedRevision === NO_STREAM ? NO_STREAM_YET : BigInt(expectedRevision),
      requiresLeader: true,
      deadline: deadlineMs,
    },
  );
  // The client's own deadline does not hold while it looks for a server.
  return within(deadlineMs, sent, () => errors.late(`an append to ${stream}`, appendDeadlineMs));
}

/** Outcome of an append that landed before; `null`: its events are not where it expects them. */
async function find(
  reader: AppendParts['reader'],
  { stream, expectedRevision, events }: EncodedAppend,
): Promise<Written | null> {
  const there = await reader.readStream(stream, expectedRevision + 1, events.length);
  const last = there.at(-1);
  const isRepeat = events.every(({ id }, index) => there[index]?.id === id);
  return isRepeat && last !== undefined ? { position: last.position } : null;
}

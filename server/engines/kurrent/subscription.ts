import { setTimeout as pause } from 'node:timers/promises';
import { type AllStreamResolvedEvent, START, streamNameFilter } from '@eventstore/db-client';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { CatchUp } from '../../log/catchUp.ts';
import type { StoredEvent } from '../../ports/eventStore.ts';
import type { KurrentClient } from './client.ts';
import type { KurrentErrors } from './errors.ts';
import { parsePosition } from './position.ts';
import type { KurrentReader } from './reader.ts';
import { decodeRecord, LOG_STREAMS } from './records.ts';

/** Events that a subscription hands over at a time. */
const BATCH_EVENTS = 500;
/** Events that gather while the handler runs, before the live subscription is given up for reading pages again. */
const LIVE_BUFFER_EVENTS = 500;
/** Milliseconds before a dropped subscription begins again: at first, and at most; they double in between. */
const BACK_OFF_MIN_MS = 50;
const BACK_OFF_MAX_MS = 5_000;

export interface SubscriptionParts {
  readonly client: KurrentClient;
  readonly reader: KurrentReader;
  readonly errors: KurrentErrors;
  /** Milliseconds for the server to confirm a subscription. */
  readonly silenceMs: number;
  /** Called each time that a subscription was dropped and will begin again. */
  readonly onDropped: (error: Error) => void;
}

type Handle = (events: readonly StoredEvent[]) => Promise<void>;

/**
 * A catch-up subscription to `$all`; see `EventStore.subscribe`.
 *
 * History is read in pages, the next one when the handler is done. At its end a live subscription at the server goes on
 * from the last handled event; the next batch is what has come while the handler ran. A stream is never paused: its
 * unread bytes would fill the window of the connection, and appends on it would wait for the handler. When too much
 * gathers, the live subscription is given up instead, and reading goes on in pages. Dropped for whatever reason, all
 * begins again after the last handled event, so nothing is skipped, doubled or reordered.
 */
export function subscribeToLog(
  parts: SubscriptionParts,
  after: string,
  handler: Handle,
  onError: (error: Error) => void,
): CatchUp {
  const ending = new AbortController();
  let handled = after;
  let failures = 0;
  let isHandling = false;

  async function handle(events: readonly StoredEvent[]): Promise<void> {
    const fresh = events.filter(({ position }) => position > handled);
    const last = fresh.at(-1);
    if (last === undefined || ending.signal.aborted) return;
    isHandling = true;
    await handler(fresh);
    isHandling = false;
    handled = last.position;
    failures = 0;
  }

  async function readPages(): Promise<void> {
    while (!ending.signal.aborted) {
      const page = await parts.reader.readAll(handled, BATCH_EVENTS);
      if (page.length === 0) return;
      await handle(page);
    }
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await readPages();
        if (!ending.signal.aborted) await followLive(parts, handled, handle, ending.signal);
      } catch (error) {
        // A fault of the server or the network passes; every other would happen again.
        if (isHandling || !(error instanceof Unavailable)) throw error;
        if (ending.signal.aborted) return;
        parts.onDropped(error);
        const delay = Math.min(BACK_OFF_MIN_MS * 2 ** failures, BACK_OFF_MAX_MS);
        failures += 1;
        await pause(delay, undefined, { signal: ending.signal }).catch(() => undefined);
      }
    }
  }

  const ended = run().catch((error: unknown) => {
    if (isHandling || !ending.signal.aborted) onError(error instanceof Error ? error : new Error(String(error)));
  });
  return {
    ended,
    close() {
      ending.abort();
      return ended;
    },
  };
}

/**
 * One live subscription at the server. Resolves when it is closed, or when more has gathered than may.
 *
 * @throws Unavailable it was dropped
 */
async function followLive(
  { client, errors, silenceMs }: SubscriptionParts,
  after: string,
  handle: Handle,
  closing: AbortSignal,
): Promise<void> {
  const call = 'a subscription to $all';
  const filter = streamNameFilter({ regex: LOG_STREAMS });
  const subscription = client.subscribeToAll({
    fromPosition: parsePosition(after) ?? START,
    filter,
    requiresLeader: true,
  });
  const gathered: AllStreamResolvedEvent[] = [];
  let end: { readonly error: Error | null } | null = null;
  let wake = (): void => undefined;
  const finish = (error: Error | null): void => {
    end ??= { error };
    wake();
  };
  const confirmation = setTimeout(() => finish(errors.late(call, silenceMs)), silenceMs);
  const close = () => finish(null);
  closing.addEventListener('abort', close);
  subscription.on('confirmation', () => clearTimeout(confirmation));
  subscription.on('error', (error: Error) => finish(errors.ofCall(call, error)));
  subscription.on('end', () => finish(errors.ofCall(call, new Error('it was ended'))));
  subscription.on('data', (resolved: AllStreamResolvedEvent) => {
    if (end !== null) return;
    gathered.push(resolved);
    if (gathered.length >= LIVE_BUFFER_EVENTS) finish(null);
    else wake();
  });
  const ended = (): { readonly error: Error | null } | null => end;
  try {
    for (;;) {
      const events = gathered
        .splice(0)
        .flatMap(({ event }) => (event === undefined ? [] : [decodeRecord(event, errors)]));
      // Events that came before the end are handed over first.
      if (events.length > 0) await handle(events);
      else if (ended() !== null) break;
      else {
        const more = Promise.withResolvers<void>();
        wake = more.resolve;
        await more.promise;
      }
    }
  } finally {
    clearTimeout(confirmation);
    closing.removeEventListener('abort', close);
    finish(null);
    // It cannot be cancelled if it was never made.
    void subscription.unsubscribe().catch(() => undefined);
  }
  const error = ended()?.error ?? null;
  if (error !== null) throw error;
}

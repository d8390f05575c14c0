import { randomUUID } from 'node:crypto';
import { eventId, newId } from '#domain/kernel/ids.ts';
import type { EventStore, NewEvent, StoredEvent } from '#server/ports/eventStore.ts';

/** Capabilities of an adapter beside the contract. */
export interface EventStoreCapabilities {
  /** Events survive the store being closed. */
  readonly isDurable: boolean;
  /** Its count of events between positions is exact while others append. */
  readonly isGapless: boolean;
  /** An event id in use in another stream, or at another revision, is refused. */
  readonly hasUniqueIds: boolean;
  /** Events up to which it counts exactly; default: all. */
  readonly countsUpTo?: number;
}

const NAMESPACE = '0b0a4a38-8a5c-4d0e-9a9e-2f6f3f0d9c11';
let namespace = NAMESPACE;
let made = 0;

/**
 * Gives this run ids and streams that no other run has, for a server that keeps what earlier runs wrote.
 */
export function takeNamesOfThisRun(): void {
  namespace = randomUUID();
}

/** A new UUID; the n-th of a test file is always the same, but on a server that keeps what earlier runs wrote. */
export function sampleId(): string {
  made += 1;
  return newId(namespace, made);
}

/** The name of a stream that no other test uses. */
export function sampleStream(): string {
  return `post-${sampleId()}`;
}

/** The events of one command. */
export function sampleEvents(count: number, data: object = { text: 'Desk lamp, 10 $' }): NewEvent[] {
  const commandId = sampleId();
  return Array.from({ length: count }, (_, index) => ({
    id: eventId(commandId, index),
    type: 'PostCreated',
    version: 1,
    data: { ...data, index },
    meta: {
      commandId,
      commandHash: 'c0ffee',
      actor: 'visitor',
      campus: 'ou',
      at: '2026-01-02T03:04:05.678Z',
      causedBy: null,
    },
  }));
}

/** Everything in the log after a position, read in pages. */
export async function readWhole(store: EventStore, after: string, page = 100): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (;;) {
    const next = await store.readAll(events.at(-1)?.position ?? after, page);
    if (next.length === 0) return events;
    events.push(...next);
  }
}

/** Collects the events of a subscription. */
export function collector() {
  const events: StoredEvent[] = [];
  const errors: Error[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  return {
    events,
    errors,
    take(batch: readonly StoredEvent[]) {
      events.push(...batch);
      for (const { count, resolve } of waiting) if (events.length >= count) resolve();
    },
    fail: (error: Error) => void errors.push(error),
    /** Resolves when at least that many have come. */
    until: (count: number) =>
      new Promise<void>((resolve) => {
        if (events.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
  };
}

/** The reason for a promise's rejection. */
export function refusal(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'was not refused',
    (error: unknown) => error,
  );
}

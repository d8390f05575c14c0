import type { DomainEvent, EventMeta } from '#domain/kernel/event.ts';
import { derivedId, eventId } from '#domain/kernel/ids.ts';
import type { EventStore, NewEvent } from '../ports/eventStore.ts';

/** An event before it is sealed: plain, with its identity. */
export interface UnsealedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly meta: EventMeta;
}

/** Encrypts personal fields and stamps the present version (`createEventLog`). */
export interface Sealer {
  seal(events: readonly UnsealedEvent[]): Promise<readonly NewEvent[]>;
}

/** Appends domain and system events with ids that a retry makes again. */
export interface Appender {
  /** Appends what a command decided. @throws WrongExpectedRevision, TooLarge, Unavailable */
  decided(stream: string, revision: number, events: readonly DomainEvent[], meta: EventMeta): Promise<void>;
  /** Appends one bookkeeping event; its id is a function of the command, the stream and the revision. */
  system(stream: string, revision: number, event: DomainEvent, meta: EventMeta): Promise<void>;
}

/** Makes an appender. */
export function createAppender(store: Pick<EventStore, 'append'>, sealer: Sealer): Appender {
  async function append(stream: string, revision: number, events: readonly UnsealedEvent[]): Promise<void> {
    await store.append(stream, revision, await sealer.seal(events));
  }
  return {
    decided: (stream, revision, events, meta) =>
      append(
        stream,
        revision,
        events.map(({ type, data }, index) => ({ id: eventId(meta.commandId, index), type, data, meta })),
      ),
    system: (stream, revision, { type, data }, meta) =>
      append(stream, revision, [{ id: derivedId(type, meta.commandId, stream, String(revision)), type, data, meta }]),
  };
}

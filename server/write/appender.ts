import type { DomainEvent, EventMeta, RecordedEvent } from '#domain/kernel/event.ts';
import { eventId, followingId } from '#domain/kernel/ids.ts';
import type { UnsealedEvent } from '../log/eventCodec.ts';
import type { OpenEventLog } from '../log/eventLog.ts';
import { type EventStore, InvalidAppend } from '../ports/eventStore.ts';

/** Another stream has event ids of the append: the command id was used for something else. */
export class CommandIdSpent extends Error {
  constructor(cause: InvalidAppend) {
    super('The command id was spent on something else.', { cause });
    this.name = 'CommandIdSpent';
  }
}

/** Appends domain and system events under ids that are the same in a retry. */
export interface Appender {
  /**
   * Appends the events of a decision.
   *
   * @returns the event as the log has it; `null` for several, whose positions only the log knows
   * @throws WrongExpectedRevision, CommandIdSpent, SubjectDestroyed, TooLarge, Unavailable
   */
  decided(
    stream: string,
    revision: number,
    events: readonly DomainEvent[],
    meta: EventMeta,
  ): Promise<readonly RecordedEvent[] | null>;
  /** Appends one bookkeeping event; its id is a function of the command, the stream and the revision. */
  system(stream: string, revision: number, event: DomainEvent, meta: EventMeta): Promise<void>;
}

export function createAppender(store: Pick<EventStore, 'append'>, log: Pick<OpenEventLog, 'seal'>): Appender {
  async function append(
    stream: string,
    revision: number,
    events: readonly UnsealedEvent[],
  ): Promise<readonly RecordedEvent[] | null> {
    const sealed = await log.seal(events);
    try {
      const { position } = await store.append(stream, revision, sealed);
      const [only, ...others] = events;
      const version = sealed[0]?.version;
      if (only === undefined || version === undefined || others.length > 0) return null;
      return [{ ...only, version, stream, revision: revision + 1, position }];
    } catch (error) {
      // Ids are derived, and sealing has checked the data: no other cause of an invalid append is left.
      if (error instanceof InvalidAppend) throw new CommandIdSpent(error);
      throw error;
    }
  }
  return {
    decided: (stream, revision, events, meta) =>
      append(
        stream,
        revision,
        events.map(({ type, data }, index) => ({ id: eventId(meta.commandId, index), type, data, meta })),
      ),
    async system(stream, revision, { type, data }, meta) {
      const id = followingId(meta.commandId, type, stream, String(revision));
      await append(stream, revision, [{ id, type, data, meta }]);
    },
  };
}

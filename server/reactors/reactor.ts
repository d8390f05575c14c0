import type { RecordedEvent } from '#domain/kernel/event.ts';
import { followingId } from '#domain/kernel/ids.ts';
import type { AnyRecordedEvent, CommandMap, EventNamed } from '#domain/registry.ts';
import type { Logger } from '../observability/logging.ts';
import type { Dispatcher } from '../write/dispatcher.ts';

/**
 * Something that answers events with commands and outside calls. It is called for every event at least once and in
 * log order, so everything it does must bear repetition. Reactors never run in a rebuild.
 */
export interface Reactor {
  /** Name of its checkpoint and of its actor. */
  readonly name: string;
  /** `event.type` tells what it holds. @throws anything: the event is handed over again after a while */
  handle(event: AnyRecordedEvent): Promise<void>;
  /** What holds up the event that it is at, in words, while it goes on trying; left out: nothing ever does. */
  problem?(): string | null;
}

/** An event of a type, as a reactor gets it. */
export type RecordedNamed<Type extends AnyRecordedEvent['type']> = RecordedEvent<EventNamed<Type>>;

/** Gives a command in answer to an event; `part` tells several commands of one answer apart. */
export type Answer = <Type extends keyof CommandMap>(
  event: Pick<RecordedEvent, 'id' | 'meta'>,
  part: string,
  command: { readonly type: Type; readonly data: CommandMap[Type] },
) => Promise<void>;

/** Makes the answers of a reactor: the id of each follows from the event, so that repeating it changes nothing. */
export function createAnswer(name: string, dispatcher: Pick<Dispatcher, 'dispatch'>, logger: Logger): Answer {
  return async (event, part, { type, data }) => {
    const outcome = await dispatcher.dispatch(
      { id: followingId(event.id, name, part), type, version: 1, data },
      {
        actor: { kind: 'system', name: `reactor:${name}` },
        campus: event.meta.campus,
        origin: 'server',
        causedBy: event.id,
      },
    );
    if (outcome.ok) return;
    // A rule that says no will say no again: what the command was for is gone.
    logger.info({ reactor: name, event: event.id, type, code: outcome.rejection.code }, 'A reaction was not needed.');
  };
}

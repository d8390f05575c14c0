import type { RecordedEvent } from '#domain/kernel/event.ts';
import { followingId } from '#domain/kernel/ids.ts';
import type { AnyRecordedEvent, CommandMap, EventNamed } from '#domain/registry.ts';
import type { Logger } from '../observability/logging.ts';
import type { Dispatcher } from '../write/dispatcher.ts';

/**
 * Answers events with commands and outside calls. It gets every event at least once, so all its effects must be
 * idempotent. It gets them in log order, except for an event that needs the key of a person, while the key is missing:
 * that one comes later (`parking.ts`), so what an answer depends on is read when it is given. Reactors never run in a
 * rebuild.
 */
export interface Reactor {
  /** Name of its checkpoint and of its actor. */
  readonly name: string;
  /** Its answers to events, by their type; it is asked for no others. */
  readonly on: { readonly [Type in AnyRecordedEvent['type']]?: Handler<RecordedNamed<Type>> };
  /** Its answer to events of all types that `on` does not name; left out: none. */
  readonly otherwise?: Handler<AnyRecordedEvent>;
  /** Why it keeps retrying the present event, in words, or `null`. */
  problem?(): string | null;
}

/**
 * Answers an event.
 *
 * @returns the rest of the answer, if there is one that goes on while the reactor gets further events (`underWay.ts`)
 * @throws anything: the event is handed over again after a while; after a missing key, later ones before it
 */
type Handler<Event> = (event: Event) => Promise<void> | Promise<Later | undefined>;

/**
 * The rest of an answer that takes long, such as a question to somebody else's server. The checkpoint stays before its
 * event until it resolves; when it throws, the event is handed over again.
 *
 * @param signal aborted when the run of the reactor ends: it gives up
 */
export type Later = (signal: AbortSignal) => Promise<void>;

/** An event of a type, as a reactor gets it. */
export type RecordedNamed<Type extends AnyRecordedEvent['type']> = Type extends unknown
  ? RecordedEvent<EventNamed<Type>>
  : never;

/** Hands an event over to a reactor. @returns the rest of its answer @throws whatever its answer throws */
export async function handOver({ on, otherwise }: Reactor, event: AnyRecordedEvent): Promise<Later | undefined> {
  // Its type is the one by which it was found.
  const handler = Object.hasOwn(on, event.type) ? (on[event.type] as Handler<AnyRecordedEvent>) : otherwise;
  return (await handler?.(event)) ?? undefined;
}

/** Dispatches a command in answer to an event; `part` distinguishes several commands of one answer. */
export type Answer = <Type extends keyof CommandMap>(
  event: Pick<RecordedEvent, 'id' | 'meta'>,
  part: string,
  command: { readonly type: Type; readonly data: CommandMap[Type] },
) => Promise<void>;

/** Makes the answers of a reactor. The command id is derived from the event, so a repeated answer changes nothing. */
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
    // The rule would refuse the command again, and the command has lost its purpose.
    logger.info({ reactor: name, event: event.id, type, code: outcome.rejection.code }, 'A reaction was not needed.');
  };
}

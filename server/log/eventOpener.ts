import { setImmediate } from 'node:timers/promises';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { subjectsErasedBy } from '#domain/kernel/subject.ts';
import { mapInBatches } from '../concurrency/batches.ts';
import type { StoredEvent } from '../ports/eventStore.ts';
import { type EventDefinitions, openEvent, readSealedEvent, subjectOf } from './eventCodec.ts';
import type { SubjectKey, SubjectKeys } from './subjectKeys.ts';

/** Events that are opened between two yields to the event loop: about a millisecond of work. */
export const OPENED_IN_A_BATCH = 50;

/**
 * Makes stored events readable: decrypted, upcast and parsed.
 *
 * @throws UnknownEvent
 * @throws UnreadableEvent
 * @throws KeyMissing, Unavailable
 */
export type OpenEvents = (events: readonly StoredEvent[]) => Promise<readonly RecordedEvent[]>;

export interface EventOpener {
  readonly open: OpenEvents;
  /** Leaves the events of people whose key is missing sealed, instead of throwing `KeyMissing`. */
  readonly openPartly: OpenEvents;
  /** Drops all cached events. */
  forget(): void;
}

/** An opened event, and the key that opened it. */
interface Opened {
  readonly key: SubjectKey | undefined;
  readonly event: RecordedEvent;
}

/**
 * @param remembers whether to cache by object: all reactors read the newest events, which the store keeps as the same
 * objects
 */
export function createEventOpener(
  keys: Pick<SubjectKeys, 'erased' | 'find' | 'forOpening'>,
  definitions: EventDefinitions,
  { remembers = false }: { readonly remembers?: boolean } = {},
): EventOpener {
  let opened = new WeakMap<StoredEvent, Opened>();

  function open(event: StoredEvent, key: SubjectKey | undefined): RecordedEvent {
    const known = opened.get(event);
    // Once the subject's key is destroyed, the event has to be read blank; once it is back, open.
    if (known !== undefined && known.key === key) return known.event;
    const readable = key === 'missing' ? readSealedEvent(definitions, event) : openEvent(definitions, event, key);
    if (remembers) opened.set(event, { key, event: readable });
    return readable;
  }

  const forget = () => {
    opened = new WeakMap();
  };

  async function openAll(
    events: readonly StoredEvent[],
    keysOf: (subjects: readonly string[]) => Promise<ReadonlyMap<string, SubjectKey>>,
  ): Promise<readonly RecordedEvent[]> {
    const gone = events.flatMap(subjectsErasedBy);
    keys.erased(gone);
    // No decrypted data of an erased person may stay in memory.
    if (gone.length > 0) forget();
    const subjects = events.map((event) => subjectOf(definitions, event));
    const known = await keysOf([...new Set(subjects.filter((subject) => subject !== null))]);
    const readable: RecordedEvent[] = [];
    for (const [index, event] of events.entries()) {
      if (index > 0 && index % OPENED_IN_A_BATCH === 0) await setImmediate();
      readable.push(open(event, known.get(subjects[index] ?? '')));
    }
    return readable;
  }
  return {
    open: (events) => openAll(events, keys.forOpening),
    openPartly: (events) => openAll(events, keys.find),
    forget,
  };
}

/** Makes stored events readable with their personal data sealed: upcast and parsed. */
export function createSealedReader(definitions: EventDefinitions): OpenEvents {
  return (events) => mapInBatches(events, OPENED_IN_A_BATCH, (event) => readSealedEvent(definitions, event));
}

/** Makes stored events readable without their personal data: upcast and parsed, all of it absent. */
export function createBlankReader(definitions: EventDefinitions): OpenEvents {
  return (events) => mapInBatches(events, OPENED_IN_A_BATCH, (event) => openEvent(definitions, event, 'erased'));
}

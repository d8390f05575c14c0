import { setImmediate } from 'node:timers/promises';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import { userEvents } from '#domain/user/events.ts';
import type { StoredEvent } from '../ports/eventStore.ts';
import { type EventDefinitions, openEvent, subjectOf } from './eventCodec.ts';
import type { SubjectKeys } from './subjectKeys.ts';

/** Events that are decrypted and parsed at a stretch, about a millisecond; then others have their turn. */
const OPEN_AT_A_STRETCH = 50;

/**
 * Makes stored events readable: decrypted, upcast and parsed.
 *
 * @throws UnknownEvent
 * @throws UnreadableEvent
 * @throws Unavailable a key is missing without erasure
 */
export type OpenEvents = (events: readonly StoredEvent[]) => Promise<readonly RecordedEvent[]>;

export function createEventOpener(
  keys: Pick<SubjectKeys, 'erased' | 'forOpening'>,
  definitions: EventDefinitions,
): OpenEvents {
  return async (events) => {
    keys.erased(events.flatMap(erasedBy));
    const subjects = events.map((event) => subjectOf(definitions, event));
    const known = await keys.forOpening([...new Set(subjects.filter((subject) => subject !== null))]);
    const opened: RecordedEvent[] = [];
    for (const [index, event] of events.entries()) {
      if (index > 0 && index % OPEN_AT_A_STRETCH === 0) await setImmediate();
      opened.push(openEvent(definitions, event, known.get(subjects[index] ?? '')));
    }
    return opened;
  };
}

/** Whom an event erases. */
function erasedBy({ type, data }: StoredEvent): readonly string[] {
  if (type !== userEvents.SubjectErased.type) return [];
  return [(data as { userId: string }).userId];
}

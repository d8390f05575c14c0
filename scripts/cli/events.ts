import type { EventMeta } from '#domain/kernel/event.ts';
import { isSealed } from '#domain/kernel/personal.ts';
import { eventDefinitions } from '#domain/registry.ts';

/** An event as a verb reads it: sealed or plain. */
export interface ReadEvent {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: string;
  readonly type: string;
  readonly version: number;
  readonly data: unknown;
  readonly meta: EventMeta;
}

/** What stands in the place of personal data that is not to be seen. */
export const HIDDEN = '(personal)';
/** Events that are read at a time. */
const PAGE_EVENTS = 500;

/** Event data without what is personal in it; `null` says that the person is erased. */
export function withoutPersonal({ type, data }: Pick<ReadEvent, 'type' | 'data'>): unknown {
  const fields = data as Readonly<Record<string, unknown>>;
  const personal = eventDefinitions[type]?.personal ?? [];
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const hide = isSealed(value) || (personal.includes(name) && value !== null);
      return [name, hide ? HIDDEN : value];
    }),
  );
}

/** The log after a position, event by event, up to its end as it is when the reading gets there. */
export async function* readEvents(
  log: { readAll(after: string, limit: number): Promise<readonly ReadEvent[]> },
  after: string,
): AsyncGenerator<ReadEvent> {
  let last = after;
  for (;;) {
    const page = await log.readAll(last, PAGE_EVENTS);
    yield* page;
    const end = page.at(-1);
    if (end === undefined) return;
    last = end.position;
  }
}

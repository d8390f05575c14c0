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

/** Stands for personal data that is hidden. */
export const HIDDEN = '(personal)';
/** Events that are read at a time. */
const PAGE_EVENTS = 500;

/** Event data without personal values; `null` means that the person is erased. */
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

/** Events after a position, up to the log's end at the time of the last read. */
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

import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { AnyRecordedEvent } from '#domain/registry.ts';

/** An event of the log as one of the product's: the log has parsed it by the definition of its type. */
export function typedEvent(event: RecordedEvent): AnyRecordedEvent {
  return event as AnyRecordedEvent;
}

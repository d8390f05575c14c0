import type { StoredEvent } from '../ports/eventStore.ts';

/**
 * An event of the log cannot be read, because somebody has changed the log or the vault from outside. It stops the
 * reader.
 */
export class UnreadableEvent extends Error {
  readonly position: string;
  constructor(event: Pick<StoredEvent, 'id' | 'type' | 'position'>, reason: string, options?: { cause?: unknown }) {
    super(`The event ${event.id} (${event.type}) at position ${event.position} can't be read: ${reason}.`, options);
    this.name = 'UnreadableEvent';
    this.position = event.position;
  }
}

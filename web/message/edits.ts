import { create } from 'zustand';
import type { OutboxEntry } from '../sync/outbox/entry.ts';

/** A refused message that is to be written anew: its field takes it up as soon as it is there. */
export const useEdits = create<{ readonly entry: OutboxEntry | null }>(() => ({ entry: null }));

/** Asks the field of the message's conversation to take it up. */
export function requestEdit(entry: OutboxEntry): void {
  useEdits.setState({ entry });
}

/** The field has taken it up. */
export function editTaken(): void {
  useEdits.setState({ entry: null });
}

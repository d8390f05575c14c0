import { newId } from '#domain/kernel/ids.ts';
import type { OutboxEntry } from '../../sync/outbox/entry.ts';

/** The unsent commands that make or change a post or comment. */
export function entriesOf(outbox: readonly OutboxEntry[], postId: string): readonly OutboxEntry[] {
  return outbox.filter((entry) => entry.data.postId === postId || newId(entry.commandId, 0) === postId);
}

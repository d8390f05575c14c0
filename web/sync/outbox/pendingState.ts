import type { OutboxEntry } from './entry.ts';

/** Whether the newest of these entries that writes a stream is still on its way; `null`: none of them writes it. */
export function pendingState(outbox: readonly OutboxEntry[], stream: string): 'sending' | 'failed' | null {
  const entry = outbox.findLast(({ target }) => target === stream);
  if (entry === undefined) return null;
  return entry.status === 'queued' || entry.status === 'sending' ? 'sending' : 'failed';
}

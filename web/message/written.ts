import type { Media } from '#domain/kernel/media.ts';
import type { OutboxEntry } from '../sync/outbox/entry.ts';

/** The content of a message, as its command has it. */
export interface Written {
  readonly text: string;
  readonly media: readonly Media[];
  readonly postId: string | null;
}

/** The content of an entry of `SendMessage`. */
export function writtenOf({ data }: Pick<OutboxEntry, 'data'>): Written {
  // It was made by this very command's form.
  return data as unknown as Written;
}

/** The beginning of a message's text, for the list of what waits. */
export function excerptOf(data: OutboxEntry['data']): string {
  return typeof data.text === 'string' ? data.text.replace(/\s+/g, ' ').trim() : '';
}

import type { Part } from '../parts.ts';

/** A message by the log, or in a history. */
export interface Said {
  readonly messageId: string;
  readonly chatId: string;
  readonly round: number;
  readonly author: string;
  readonly recipient: string;
  deleted: boolean;
  seen: boolean;
  mailed: boolean;
  readonly likedBy: Set<string>;
}

/** Messages by the log, by id. */
export const messageLedger: Part<Map<string, Said>> = { begin: () => new Map() };

/** Messages of a history, in their order. */
export const historyMessages: Part<Said[]> = { begin: () => [] };

/** Conversation and people of a message, as all its events say them. */
export function placeOf({ messageId, chatId, round, author, recipient }: Omit<Said, 'deleted' | 'seen' | 'mailed' | 'likedBy'>) {
  return { messageId, chatId, round, author, recipient };
}

import type { Chat } from '#projections/chat/collections.ts';
import type { Known } from '../acts.ts';
import type { Part } from '../parts.ts';

/** The present round of a pair. */
export interface Talk {
  readonly chatId: string;
  readonly round: number;
  readonly starter: string;
  readonly partner: string;
  deleted: boolean;
  opened: boolean;
  /** Those of the two whose accounts have ended, in any round. */
  readonly gone: Set<string>;
}

/** Conversations by the log, by id. */
export const chatLedger: Part<Map<string, Talk>> = { begin: () => new Map() };

/** Conversations of a history, by id. */
export const historyChats: Part<Map<string, Talk>> = { begin: () => new Map() };

/** The two people of a conversation. */
export const pairOf = ({ starter, partner }: Pick<Talk, 'starter' | 'partner'>) => [starter, partner] as const;

/** The other one of the two. */
export function otherOf({ starter, partner }: Pick<Talk, 'starter' | 'partner'>, one: string): string {
  return one === starter ? partner : starter;
}

/** The conversations that somebody is known to be in. */
export function ownChats({ all, me }: Pick<Known, 'all' | 'me'>): readonly Chat[] {
  return all<Chat>('chats').flatMap(({ doc }) => (doc !== null && pairOf(doc).includes(me) ? [doc] : []));
}

/** The conversations that are known, and are of others. */
export function foreignChats({ all, me }: Pick<Known, 'all' | 'me'>): readonly Chat[] {
  return all<Chat>('chats').flatMap(({ doc }) => (doc !== null && !pairOf(doc).includes(me) ? [doc] : []));
}

/** A conversation of a large community. */
export interface BulkTalk extends Pick<Talk, 'chatId' | 'starter' | 'partner'> {}

/** Those of a large community. */
interface BulkTalks {
  /** Oldest first. */
  readonly talks: BulkTalk[];
  /** Those who wanted to talk, in their order. */
  readonly people: string[];
  /** Ids of the conversations, and of the people. */
  readonly known: Set<string>;
}

export const bulkTalks: Part<BulkTalks> = { begin: () => ({ talks: [], people: [], known: new Set() }) };

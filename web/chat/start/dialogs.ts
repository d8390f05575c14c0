import { dialog } from '../../kit/dialog/dialogStore.ts';

/** The beginning of a new conversation. */
export interface Beginning {
  /** A post that is shared in it (POST-22). */
  readonly postId?: string;
  /** A post from which somebody writes to its author: it goes along with their first words. */
  readonly about?: string;
}

/** Asks before a conversation with somebody begins (CHAT-14). */
export const startChatDialog = dialog<Beginning & { readonly userId: string }>('start a conversation');

/** Asks whom to write to (CHAT-13). */
export const newMessageDialog = dialog<Beginning>('new message');

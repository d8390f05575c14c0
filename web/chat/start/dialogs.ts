import { dialog } from '../../kit/dialog/dialogStore.ts';

/** The beginning of a new conversation: a post that is shared in it (POST-22). */
export interface Beginning {
  readonly postId?: string;
}

/** Asks before a conversation with somebody begins (CHAT-14). */
export const startChatDialog = dialog<Beginning & { readonly userId: string }>('start a conversation');

/** Asks whom to write to (CHAT-13). */
export const newMessageDialog = dialog<Beginning>('new message');

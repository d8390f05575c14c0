import { dialog } from '../kit/dialog/dialogStore.ts';

/** Asks before a conversation is deleted for both (CHAT-12). */
export const deleteChatDialog = dialog<{ readonly chatId: string; readonly partner: string }>('delete conversation');

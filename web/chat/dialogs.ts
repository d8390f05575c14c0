import { dialog } from '../kit/dialog/dialogStore.ts';

/** Asks before a conversation is deleted for both (CHAT-12). */
export const deleteChatDialog = dialog<{
  readonly chatId: string;
  /** The one that is shown: it alone is deleted (D52). */
  readonly round: number;
  readonly partner: string;
}>('delete conversation');

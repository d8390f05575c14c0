import { useCallback } from 'react';
import { openDialog } from '../../kit/dialog/dialogStore.ts';
import { useGate } from '../../session/useGate.ts';
import { startChatDialog } from './dialogs.ts';
import { messaging } from './messaging.ts';

/**
 * Returns the action of every "Send Message": through the gates of messages, then the question (PROF-08, FEED-19, CHAT-14).
 * It takes the post from which somebody writes, so that its author knows what it is about.
 */
export function useMessage(): (userId: string, about?: string) => void {
  const pass = useGate();
  return useCallback(
    (userId, about) =>
      pass(messaging, () => openDialog(startChatDialog, about === undefined ? { userId } : { userId, about })),
    [pass],
  );
}

import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { chatIdOf } from '#domain/chat/face.ts';
import { showAlert } from '../../kit/alertStore.ts';
import { closeDialogThen } from '../../kit/dialog/dialogStore.ts';
import { toWriteState } from '../../message/face.ts';
import { useSession } from '../../session/session.ts';
import { useSend } from '../../sync/hooks.ts';
import type { Beginning } from './dialogs.ts';
import { showBegun } from './showBegun.ts';
import { useStanding } from './useStanding.ts';

/**
 * Returns the function that opens the conversation with a person and closes the dialog: the one that stands, or a new one
 * (CHAT-15). A shared post is its next message (POST-22). One writes there next: the field has the focus.
 */
export function useBegin(partner: string | null, { postId, about }: Beginning): () => void {
  const userId = useSession((session) => session.userId);
  const { stands, askAnew } = useStanding(userId, partner);
  const send = useSend();
  const navigate = useNavigate();
  return useCallback(() => {
    if (userId === null || partner === null) return;
    const chatId = chatIdOf(userId, partner);
    // A conversation that stands is not begun again: the server would find it, and nothing would be new.
    if (!stands) {
      const sent = send('StartChat', { userId: partner });
      showBegun(sent);
      void sent.settled.then(askAnew);
    }
    if (postId !== undefined) {
      send('SendMessage', { chatId, text: '', media: [], postId });
      if (stands) showAlert('success', 'Post shared');
    }
    closeDialogThen(() => void navigate(`/messages/${chatId}`, { state: toWriteState(about ?? null) }));
  }, [userId, partner, postId, about, stands, askAnew, send, navigate]);
}

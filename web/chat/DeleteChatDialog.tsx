import { useNavigate } from 'react-router';
import { showAlert } from '../kit/alertStore.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { closeDialog, closeDialogThen } from '../kit/dialog/dialogStore.ts';
import { withPeriod } from '../kit/withPeriod.ts';
import { discardEntry, useSend } from '../sync/hooks.ts';
import { SOMETHING_WENT_WRONG } from '../sync/showRefusal.ts';
import { FAULT_CODES } from './faults.ts';

/** Asks before a conversation is deleted for both; then it is gone at once (CHAT-12, Q46). */
export default function DeleteChatDialog(props: {
  readonly chatId: string;
  readonly round: number;
  readonly partner: string;
}) {
  const { chatId, round, partner } = props;
  const send = useSend();
  const navigate = useNavigate();
  const confirm = () => {
    const sent = send('DeleteChat', { chatId, round });
    closeDialogThen(() => navigate('/messages', { replace: true }));
    void sent.settled.then((answer) => {
      if (answer.ok) return showAlert('success', 'Chat deleted');
      // Nobody needs a message about what they have discarded.
      if (answer.refusal.code === 'DISCARDED') return;
      discardEntry(sent.id);
      const isFault = FAULT_CODES.includes(answer.refusal.code);
      showAlert('danger', isFault ? SOMETHING_WENT_WRONG : "Couldn't delete all chat messages");
    });
  };
  return (
    <ConfirmDialog
      title="Delete Conversation?"
      text={`All messages are deleted for you and for ${withPeriod(partner)} This cannot be undone.`}
      confirm="Delete"
      cancel="Cancel"
      onConfirm={confirm}
      onCancel={closeDialog}
    />
  );
}

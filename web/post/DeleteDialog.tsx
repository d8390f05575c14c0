import { useLocation } from 'react-router';
import { showAlert } from '../kit/alertStore.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { closeDialog, closeDialogThen } from '../kit/dialog/dialogStore.ts';
import { useGoBack } from '../kit/navigation/useGoBack.ts';
import { discardEntry } from '../sync/hooks.ts';
import { useSendUndoable } from '../sync/useSendUndoable.ts';

const texts = {
  post: {
    title: 'Delete Post?',
    text: 'It will be removed from your profile, the feed and search results. After a few seconds this cannot be undone.',
    done: 'Your post was deleted',
    undone: 'Your post is back',
  },
  comment: {
    title: 'Delete Comment',
    text: 'Replies of other people stay. After a few seconds this cannot be undone.',
    done: 'Comment Removed',
    undone: 'Your comment is back',
  },
} as const;

/**
 * Asks before a post or comment is deleted; it then disappears at once (POST-17, COMM-09). The deletion is sent once its
 * alert, which has an Undo, is gone.
 */
export default function DeleteDialog({ kind, postId }: { readonly kind: 'post' | 'comment'; readonly postId: string }) {
  const send = useSendUndoable();
  const goBack = useGoBack();
  const { pathname } = useLocation();
  const { title, text, ...alerts } = texts[kind];

  const confirm = () => {
    const sent = send('DeletePost', { postId }, alerts);
    if (pathname === `/post/${postId}`) closeDialogThen(goBack);
    else closeDialog();
    void sent.settled.then((answer) => {
      // Nobody needs a message about what they have taken back or discarded.
      if (answer.ok || answer.refusal.code === 'DISCARDED') return;
      discardEntry(sent.id);
      showAlert('danger', kind === 'comment' ? 'Something went wrong' : answer.refusal.text);
    });
  };

  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirm="Delete"
      cancel="Cancel"
      onConfirm={confirm}
      onCancel={closeDialog}
    />
  );
}

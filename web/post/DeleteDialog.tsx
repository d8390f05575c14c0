import { useLocation } from 'react-router';
import { showAlert } from '../kit/alertStore.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { closeDialog, closeDialogThen } from '../kit/dialog/dialogStore.ts';
import { useGoBack } from '../kit/navigation/useGoBack.ts';
import { discardEntry, useSend } from '../sync/hooks.ts';

const texts = {
  post: {
    title: 'Delete Post?',
    text: 'This cannot be undone. It will be removed from your profile, the feed and search results.',
    done: 'Your post was deleted',
  },
  comment: {
    title: 'Delete Comment',
    text: 'This cannot be undone. Replies of other people stay.',
    done: 'Comment Removed',
  },
} as const;

/** Asks before a post or comment is deleted; it then disappears at once (POST-17, COMM-09). */
export default function DeleteDialog({ kind, postId }: { readonly kind: 'post' | 'comment'; readonly postId: string }) {
  const send = useSend();
  const goBack = useGoBack();
  const { pathname } = useLocation();
  const { title, text, done } = texts[kind];

  const confirm = () => {
    const sent = send('DeletePost', { postId });
    if (pathname === `/post/${postId}`) closeDialogThen(goBack);
    else closeDialog();
    void sent.settled.then((answer) => {
      if (answer.ok) return showAlert('success', done);
      // A user who discards it meanwhile needs no message.
      if (answer.refusal.code === 'DISCARDED') return;
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

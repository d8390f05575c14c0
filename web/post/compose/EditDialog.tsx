import { useEffect, useMemo, useState } from 'react';
import { reveal } from '#domain/kernel/personal.ts';
import { EMPTY_RICH_TEXT } from '#domain/post/normalise.ts';
import { type Post, posts } from '#projections/post/collections.ts';
import { showAlert } from '../../kit/alertStore.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { TaskDialog } from '../../kit/Dialog.tsx';
import { closeDialog, refuseClosing } from '../../kit/dialog/dialogStore.ts';
import { useDocument } from '../../sync/hooks.ts';
import { Composer } from './Composer.tsx';
import type { DraftPhoto } from './photo.ts';
import { useDraft } from './useDraft.ts';

function storedPhotos(post: Post): readonly DraftPhoto[] {
  return (reveal(post.media) ?? []).map((media) => ({
    id: media.name,
    file: null,
    width: media.width,
    height: media.height,
    state: 'uploaded',
    progress: 1,
    error: null,
    media,
  }));
}

/** Changes text and pictures of one's own post or comment (D17). */
export default function EditDialog({ postId }: { readonly postId: string }) {
  const post = useDocument(posts, postId);
  return post === undefined ? null : <Edit post={post} />;
}

function Edit({ post }: { readonly post: Post }) {
  const start = useMemo(() => ({ text: reveal(post.text) ?? EMPTY_RICH_TEXT, photos: storedPhotos(post) }), [post]);
  const draft = useDraft(null, start);
  const what = post.parent === null ? 'Post' : 'Comment';
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    refuseClosing(() => {
      setAsking(draft.dirty);
      return draft.dirty;
    });
  }, [draft.dirty]);
  return (
    <TaskDialog title={`Edit ${what}`} onClose={() => (draft.dirty ? setAsking(true) : closeDialog())}>
      <Composer
        draft={draft}
        submission={useMemo(() => ({ type: 'EditPost', postId: post.id }), [post.id])}
        label={what}
        placeholder="Write something"
        submitLabel="Save"
        autoFocus
        through={(send) => send()}
        onSubmitted={({ outcome }) => {
          if (outcome === 'sent') showAlert('success', 'Saved changes!');
          closeDialog();
        }}
      />
      {asking && (
        <ConfirmDialog
          title="Discard changes?"
          text={`Your ${what.toLowerCase()} stays as it was.`}
          confirm="Discard"
          cancel="Keep Writing"
          onConfirm={closeDialog}
          onCancel={() => setAsking(false)}
        />
      )}
    </TaskDialog>
  );
}

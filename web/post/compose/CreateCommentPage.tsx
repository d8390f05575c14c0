import { useMemo, useRef } from 'react';
import { Navigate, useParams } from 'react-router';
import { reveal } from '#domain/kernel/personal.ts';
import { type Post, posts } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { people } from '#projections/user/collections.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { TaskDialog } from '../../kit/Dialog.tsx';
import { leaveNotice } from '../../kit/navigation/notices.ts';
import { useLeaveGuard } from '../../kit/navigation/useLeaveGuard.ts';
import { Spinner } from '../../kit/Spinner.tsx';
import { useMobile } from '../../kit/useMediaQuery.ts';
import { useGate } from '../../session/useGate.ts';
import { useDocument, useTopic } from '../../sync/hooks.ts';
import { FullName } from '../../user/face.ts';
import { draftPlace, useDraft } from '../../writing/face.ts';
import { plainWords } from '../text/preview.ts';
import { commenting } from './actions.ts';
import styles from './Composer.module.css';
import { Composer } from './Composer.tsx';
import type { ReplyState } from './useOpenReply.ts';
import { noteWritten } from './written.ts';

/** `/create/comment/{id}`: writes a comment on a phone; elsewhere the opened post does (COMM-07, D14). */
export default function CreateCommentPage() {
  const { id = '' } = useParams();
  const mobile = useMobile();
  const held = useDocument(posts, id);
  // The parent stays on the page while the reply is written, even if it leaves the held window.
  const last = useRef(held);
  if (held !== undefined) last.current = held;
  const parent = held ?? (last.current?.id === id ? last.current : undefined);
  // If opened directly on a post, the post's topic loads it. The page of a comment is always reached from its post.
  const topic = useTopic(parent === undefined ? topicName.post(id) : topicName.post(parent.root));

  if (!mobile) {
    const state: ReplyState = { reply: true };
    return <Navigate replace to={`/post/${parent?.root ?? id}`} state={state} />;
  }
  if (parent !== undefined) return <NewComment parent={parent} />;
  return topic.status === 'refused' ? <Navigate replace to={`/post/${id}`} /> : <Spinner page />;
}

function NewComment({ parent }: { readonly parent: Post }) {
  const author = useDocument(people, parent.author);
  const draft = useDraft(draftPlace.comment(parent.id));
  const guard = useLeaveGuard(draft.dirty, `/post/${parent.root}`);
  const pass = useGate();
  const submission = useMemo(
    () => ({ type: 'AddComment', root: parent.root, parent: parent.id }) as const,
    [parent.root, parent.id],
  );
  return (
    <>
      <TaskDialog title="Comment" onClose={guard.tryLeave}>
        <Composer
          draft={draft}
          submission={submission}
          label="Comment"
          placeholder="Write a comment"
          submitLabel="Comment"
          autoFocus
          through={(send) => pass(commenting, send)}
          onSubmitted={({ outcome, postId }) => {
            noteWritten(postId, parent.root, parent);
            draft.clear();
            if (outcome === 'sent') leaveNotice('comment_success', 'true');
            guard.leave();
          }}
          head={
            <p className={styles.context}>
              Replying to{' '}
              <strong>
                <FullName person={author} />
              </strong>
              <span dir="auto">{plainWords(reveal(parent.text))}</span>
            </p>
          }
        />
      </TaskDialog>
      {guard.asking && (
        <ConfirmDialog
          title="Cancel Comment?"
          text="Are you sure? Your draft will not be saved."
          confirm="Discard"
          cancel="Keep Writing"
          onConfirm={() => {
            draft.clear();
            guard.leave();
          }}
          onCancel={guard.stay}
        />
      )}
    </>
  );
}

import { useMemo } from 'react';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { TaskDialog } from '../../kit/Dialog.tsx';
import { useLeaveGuard } from '../../kit/navigation/useLeaveGuard.ts';
import { usePageTitle } from '../../kit/usePageTitle.ts';
import { gateFor } from '../../session/gates.ts';
import { site } from '../../session/site.ts';
import { useGate } from '../../session/useGate.ts';
import { useViewer } from '../../session/useViewer.ts';
import CompleteProfileDialog from '../../user/CompleteProfileDialog.tsx';
import { FullName } from '../../user/FullName.tsx';
import { UserAvatar } from '../../user/UserAvatar.tsx';
import VerifySchoolDialog from '../../user/VerifySchoolDialog.tsx';
import styles from './Composer.module.css';
import { Composer } from './Composer.tsx';
import { draftPlace } from './draftStorage.ts';
import { showPosted } from './sentAlerts.ts';
import { useDraft } from './useDraft.ts';
import type { Submitted } from './useSubmit.ts';

/** `/create/post`: a window over the page one came from, the whole screen on phones (POST-01). */
export default function CreatePost() {
  const viewer = useViewer();
  const gate = gateFor('post', viewer);
  const { leave } = useLeaveGuard(false, '/home');
  // Opened directly: what is missing is said here, and leads on from here (POST-15).
  if (gate === 'verify school') return <VerifySchoolDialog onClose={leave} />;
  if (gate === 'complete profile') return <CompleteProfileDialog onClose={leave} />;
  return gate === 'open' ? <NewPost /> : null;
}

function NewPost() {
  usePageTitle('Create Post');
  const { person } = useViewer();
  const draft = useDraft(draftPlace.post);
  const guard = useLeaveGuard(draft.dirty, '/home');
  const pass = useGate();

  const done = ({ outcome, postId }: Submitted) => {
    draft.clear();
    if (outcome === 'sent') showPosted(postId);
    guard.leave();
  };

  return (
    <>
      <TaskDialog title="Create Post" onClose={guard.tryLeave}>
        <Composer
          draft={draft}
          submission={useMemo(() => ({ type: 'CreatePost' }), [])}
          label="Post"
          placeholder="What are you selling, looking for or thinking about?"
          submitLabel="Post"
          autoFocus
          through={(send) => pass('post', send)}
          onSubmitted={done}
          head={
            <div className={styles.author}>
              <UserAvatar person={person} />
              <span>
                <FullName person={person} />
                <small>{site.name} Buy / Sell</small>
              </span>
            </div>
          }
        />
      </TaskDialog>
      {guard.asking && (
        <ConfirmDialog
          title="Discard Post?"
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

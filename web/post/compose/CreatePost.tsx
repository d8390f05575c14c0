import { useMemo } from 'react';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { TaskDialog } from '../../kit/Dialog.tsx';
import { useLeaveGuard } from '../../kit/navigation/useLeaveGuard.ts';
import { Filled } from '../../kit/slots.tsx';
import { usePageTitle } from '../../kit/usePageTitle.ts';
import { verifySchoolDialog } from '../../session/dialogs.ts';
import { site } from '../../session/site.ts';
import { gateFor, useGate } from '../../session/useGate.ts';
import { useViewer } from '../../session/useViewer.ts';
import { FullName, UserAvatar } from '../../user/face.ts';
import { draftPlace, useDraft } from '../../writing/face.ts';
import { composing, posting } from './actions.ts';
import styles from './Composer.module.css';
import { Composer } from './Composer.tsx';
import { DraftOffer } from './DraftOffer.tsx';
import { showPosted } from './sentAlerts.ts';
import { useCategoryPage } from './useCategoryPage.ts';
import type { Submitted } from './useSubmit.ts';

/** `/create/post` and, on phones, `/create/categories` on top of it: a window over the previous page, the whole screen on phones (POST-01). */
export default function CreatePost() {
  const viewer = useViewer();
  const gate = gateFor(composing, viewer, site.id);
  const { leave } = useLeaveGuard(false, '/home');
  // If opened directly, the page names the missing step and leads to it (POST-15).
  switch (gate) {
    case null:
      return <NewPost />;
    case 'SCHOOL_NOT_VERIFIED':
    case 'OTHER_CAMPUS':
      return <Filled slot={verifySchoolDialog} with={{ onClose: leave }} />;
    default:
      return null;
  }
}

function NewPost() {
  const categories = useCategoryPage();
  usePageTitle(categories.isPage ? 'Categories' : 'Create Post');
  const { person } = useViewer();
  const draft = useDraft(draftPlace.post);
  // From the chooser's page the way back leads to the composer: nothing is left there.
  const guard = useLeaveGuard(draft.dirty && !categories.isPage, '/home');
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
          offer={<DraftOffer draft={draft} place={categories} />}
          through={(send) => pass(posting, send)}
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

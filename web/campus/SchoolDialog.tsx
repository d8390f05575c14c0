import { useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Campus } from '#domain/campus/campus.ts';
import { findCampus } from '#domain/campus/registry.ts';
import { withThe } from '../kit/article.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';
import { closeDialog, closeDialogThen, openDialog } from '../kit/dialog/dialogStore.ts';
import { signInDialog } from '../session/dialogs.ts';
import { SCHOOL_PATH } from '../session/guard.ts';
import { placeOf, site } from '../session/site.ts';
import { useViewer } from '../session/useViewer.ts';
import { visitCampus } from '../session/visitCampus.ts';
import { SchoolMark } from './SchoolMark.tsx';
import styles from './SearchSchoolsPage.module.css';

/** The school that was picked, with the one thing to do (SRCH-21, SRCH-22). */
export default function SchoolDialog({ campus: id }: { readonly campus: string }) {
  const campus = findCampus(id);
  const first = useRef<HTMLButtonElement>(null);
  // An address names no school, or one that only a newer release has (SRCH-23).
  if (campus === undefined) {
    return (
      <Dialog title="Something went wrong" focusFirst={first} onClose={closeDialog}>
        <DialogActions>
          <Button ref={first} wide onClick={closeDialog}>
            Close
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return <Picked campus={campus} first={first} />;
}

function Picked({
  campus,
  first,
}: {
  readonly campus: Campus;
  readonly first: React.RefObject<HTMLButtonElement | null>;
}) {
  const { label, act } = useVisit(campus);
  return (
    <Dialog
      title={campus.fullName}
      text={placeOf(campus)}
      lead={
        <div className={styles.picked}>
          <SchoolMark campus={campus} />
        </div>
      }
      focusFirst={first}
      onClose={closeDialog}
    >
      <DialogActions>
        <Button ref={first} variant="primary" size="large" wide onClick={act}>
          {label}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The actions of the viewer on a school (SRCH-22). */
function useVisit(campus: Campus): { readonly label: string; readonly act: () => void } {
  const { status, access } = useViewer();
  const navigate = useNavigate();
  if (access.memberOf !== null) {
    const label = access.memberOf === campus.id ? 'View Your Campus' : 'Visit As Guest';
    // Once the dialog's history entry is left: going back would break off the way to the other host.
    const act = () => closeDialogThen(() => (campus.id === site.id ? navigate('/home') : visitCampus(campus)));
    return { label, act };
  }
  const join = `${SCHOOL_PATH}?campus=${campus.id}`;
  const act = () => {
    closeDialog();
    if (status === 'user') return void navigate(join);
    const text = `Log in or sign up, then confirm your school email to become a member of ${withThe(campus.fullName)}.`;
    openDialog(signInDialog, { invitation: { title: `Join ${campus.name}`, text }, returnTo: join });
  };
  return { label: 'Join Campus', act };
}

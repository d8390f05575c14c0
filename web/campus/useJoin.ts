import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { withThe } from '../kit/article.ts';
import { openDialog } from '../kit/dialog/dialogStore.ts';
import { type Invitation, signInDialog } from '../session/dialogs.ts';
import { SCHOOL_PATH, VERIFY_PATH } from '../session/guard.ts';
import { site } from '../session/site.ts';
import { useViewer } from '../session/useViewer.ts';

const invitation: Invitation = {
  title: `Join ${site.name}`,
  text: `Log in or sign up, then confirm your school email to become a member of ${withThe(site.fullName)}.`,
};

/** Leads the viewer to membership by the next missing step: sign in, confirm the address, confirm the school's. */
export function useJoin(): () => void {
  const viewer = useViewer();
  const navigate = useNavigate();
  const location = useLocation();
  return useCallback(() => {
    if (viewer.status === 'visitor') {
      openDialog(signInDialog, { invitation, returnTo: location.pathname + location.search });
    } else {
      navigate(viewer.verified ? SCHOOL_PATH : VERIFY_PATH);
    }
  }, [viewer, navigate, location]);
}

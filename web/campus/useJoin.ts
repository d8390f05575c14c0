import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { SCHOOL_PATH, VERIFY_PATH } from '../app/guard.ts';
import { openDialog } from '../shell/dialogStore.ts';
import { useViewer } from '../user/useViewer.ts';

/** The way into the campus from wherever one stands: sign in, confirm the address, confirm the school's. */
export function useJoin(): () => void {
  const viewer = useViewer();
  const navigate = useNavigate();
  const location = useLocation();
  return useCallback(() => {
    if (viewer.status === 'visitor') {
      openDialog({ kind: 'sign in', reason: 'join campus', returnTo: location.pathname + location.search });
    } else {
      navigate(viewer.verified ? SCHOOL_PATH : VERIFY_PATH);
    }
  }, [viewer, navigate, location]);
}

import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { openDialog } from '../kit/dialog/dialogStore.ts';
import { SCHOOL_PATH, VERIFY_PATH } from '../session/guard.ts';
import { useViewer } from '../session/useViewer.ts';

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

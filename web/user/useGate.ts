import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { assertNever } from '#domain/kernel/decider.ts';
import { VERIFY_PATH } from '../app/guard.ts';
import { openDialog } from '../shell/dialogStore.ts';
import { rememberReturn } from './chainMemory.ts';
import { gateFor, type Reason } from './gates.ts';
import { useViewer } from './useViewer.ts';

/**
 * Asks the gates before an action: `true` lets it through, `false` means that the person was shown what is missing.
 * They come back to `returnTo`, else to where they are (AUTH-33).
 */
export function useGate(): (action: Reason, returnTo?: string) => boolean {
  const viewer = useViewer();
  const navigate = useNavigate();
  const location = useLocation();
  return useCallback(
    (action, returnTo = location.pathname + location.search) => {
      const gate = gateFor(action, viewer);
      switch (gate) {
        case 'open':
          return true;
        case 'wait':
          return false;
        case 'sign in':
          openDialog({ kind: 'sign in', reason: action, returnTo });
          return false;
        case 'confirm e-mail':
          rememberReturn(returnTo);
          navigate(VERIFY_PATH);
          return false;
        case 'verify school':
          rememberReturn(returnTo);
          openDialog({ kind: 'verify school' });
          return false;
        case 'complete profile':
          openDialog({ kind: 'complete profile' });
          return false;
        default:
          return assertNever(gate);
      }
    },
    [viewer, navigate, location],
  );
}

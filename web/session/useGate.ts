import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { assertNever } from '#domain/kernel/decider.ts';
import { openDialog } from '../kit/dialog/dialogStore.ts';
import { rememberReturn } from './chainMemory.ts';
import { gateFor, type Reason } from './gates.ts';
import { VERIFY_PATH } from './guard.ts';
import { useViewer } from './useViewer.ts';

/** What was pressed, and why it is asked who presses. */
interface Press {
  readonly action: Reason;
  readonly act: () => void;
  readonly returnTo: string;
}

/**
 * Leads an action through its gates: `act` is called, or the person is shown what is missing. They come back to
 * `returnTo`, else to where they are (AUTH-33). A press in the first moment, before it is known who presses, is kept
 * until it is; `act` then does what it would have done when it was pressed.
 */
export function useGate(): (action: Reason, act: () => void, returnTo?: string) => void {
  const viewer = useViewer();
  const navigate = useNavigate();
  const location = useLocation();
  const [kept, setKept] = useState<Press | null>(null);

  const pass = useCallback(
    (action: Reason, act: () => void, returnTo = location.pathname + location.search) => {
      const gate = gateFor(action, viewer);
      switch (gate) {
        case 'open':
          return act();
        case 'wait':
          return setKept({ action, act, returnTo });
        case 'sign in':
          return openDialog({ kind: 'sign in', reason: action, returnTo });
        case 'confirm e-mail':
          rememberReturn(returnTo);
          return void navigate(VERIFY_PATH);
        case 'verify school':
          rememberReturn(returnTo);
          return openDialog({ kind: 'verify school' });
        case 'complete profile':
          return openDialog({ kind: 'complete profile' });
        default:
          return assertNever(gate);
      }
    },
    [viewer, navigate, location],
  );
  useEffect(() => {
    if (kept === null || viewer.status === 'loading') return;
    setKept(null);
    pass(kept.action, kept.act, kept.returnTo);
  }, [kept, viewer.status, pass]);
  return pass;
}

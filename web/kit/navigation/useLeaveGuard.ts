import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { deviceNow } from '../time/serverClock.ts';
import { stepsBack } from './backHistory.ts';
import { usePageHistory } from './pageHistory.ts';
import { readVisits } from './useGoBack.ts';

/** Asking before a page is left. */
export interface LeaveGuard {
  /** The question is to be shown. */
  readonly asking: boolean;
  /** Leaves, or asks first when something would be lost. */
  tryLeave(): void;
  /** Leaves for good, to the previous page. */
  leave(): void;
  stay(): void;
}

/**
 * Guards unsaved text against Back, also by the browser's button: while text would be lost, a second history entry of
 * the same page catches Back (POST-14, COMM-07, D14).
 *
 * @param fallback target when the page was opened directly
 */
export function useLeaveGuard(dirty: boolean, fallback: string): LeaveGuard {
  const location = useLocation();
  const kind = useNavigationType();
  const navigate = useNavigate();
  const history = usePageHistory();
  const [asking, setAsking] = useState(false);
  /** Key of the history entry at which it was left; `null`: it was not. */
  const left = useRef<string | null>(null);
  const isGuard = (location.state as { guard?: boolean } | null)?.guard === true;
  const armed = useRef(false);

  useEffect(() => {
    if (left.current !== null) {
      // The guard's entry was so new that it was not among the visits yet: below it is the same page once more.
      if (kind === 'POP' && location.key !== left.current) navigate(-1);
      return;
    }
    if (!dirty) return;
    if (isGuard) {
      armed.current = true;
      return;
    }
    if (!armed.current) {
      armed.current = true;
      navigate(location, { state: { ...(location.state as object | null), guard: true } });
      return;
    }
    // The guard's entry was left by Back: back onto it, and ask.
    if (kind === 'POP') {
      navigate(1);
      setAsking(true);
    }
  }, [dirty, isGuard, kind, location, navigate]);

  const leave = useCallback(() => {
    setAsking(false);
    history.afterSteps(() => {
      const { location: here } = history.present();
      left.current = here.key;
      const steps = stepsBack(readVisits(), here.pathname, deviceNow());
      if (steps === null) navigate(fallback, { replace: true });
      else navigate(-steps);
    });
  }, [navigate, history, fallback]);

  const tryLeave = useCallback(() => {
    if (dirty) setAsking(true);
    else leave();
  }, [dirty, leave]);

  return { asking, tryLeave, leave, stay: useCallback(() => setAsking(false), []) };
}

import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { tabStorage } from '../storage/textStorage.ts';
import { deviceNow } from '../time/serverClock.ts';
import { FALLBACK_PATH, recordVisit, stepsBack, type Visit, wayBack } from './backHistory.ts';
import { usePageHistory } from './pageHistory.ts';

const STORAGE_KEY = 'quad-visits';

/** This tab's visits up to the present page, oldest first. */
export function readVisits(): readonly Visit[] {
  return wayBack(readStored());
}

function readStored(): readonly Visit[] {
  try {
    return JSON.parse(tabStorage.getItem(STORAGE_KEY) ?? '[]') as readonly Visit[];
  } catch {
    return [];
  }
}

/** Keeps this tab's way through the site; mounted once. */
export function useVisits(): void {
  const location = useLocation();
  const kind = useNavigationType();
  useEffect(() => {
    const visit = { key: location.key, path: location.pathname + location.search, at: deviceNow() };
    tabStorage.setItem(STORAGE_KEY, JSON.stringify(recordVisit(readStored(), kind, visit)));
  }, [location, kind]);
}

/** Goes back to the previous page, or to the feed when there is none (SHEL-07). */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  const history = usePageHistory();
  return useCallback(
    () =>
      history.afterSteps(() => {
        const steps = stepsBack(readVisits(), history.present().location.pathname, deviceNow());
        if (steps === null) navigate(FALLBACK_PATH, { replace: true });
        else navigate(-steps);
      }),
    [navigate, history],
  );
}

/**
 * Goes up to the page that contains this one: by a step back where the person came from there, so that Back does not
 * alternate between the two.
 *
 * @param to path of the containing page
 */
export function useGoUp(to: string): () => void {
  const navigate = useNavigate();
  const history = usePageHistory();
  return useCallback(
    () =>
      history.afterSteps(() => {
        const visits = readVisits();
        const steps = stepsBack(visits, history.present().location.pathname, deviceNow());
        if (steps !== null && visits.at(-1 - steps)?.path.split('?')[0] === to) navigate(-steps);
        else navigate(to, { replace: true });
      }),
    [navigate, history, to],
  );
}

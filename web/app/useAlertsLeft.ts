import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { alertStore, dismissAlert } from '../kit/alertStore.ts';

/** Input that can lead to another page. */
const INPUTS = ['pointerdown', 'keydown', 'popstate'] as const;

/**
 * Takes the alert of a refusal away with the page that it is about. One that came after the last input belongs to the
 * next page: the answer that refused has also led there.
 */
export function useAlertsLeft(): void {
  const { pathname } = useLocation();
  /** Newest alert at the last input. */
  const seen = useRef(0);
  useEffect(() => {
    const note = () => {
      seen.current = alertStore.getState().alerts.at(-1)?.id ?? 0;
    };
    for (const input of INPUTS) addEventListener(input, note, { capture: true });
    return () => {
      for (const input of INPUTS) removeEventListener(input, note, { capture: true });
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the reason
  useEffect(() => {
    for (const { id, type } of alertStore.getState().alerts) {
      if (type === 'danger' && id <= seen.current) dismissAlert(id);
    }
  }, [pathname]);
}

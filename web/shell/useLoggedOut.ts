import { useEffect } from 'react';
import { showAlert } from '../kit/alertStore.ts';
import { sessionStore } from '../session/session.ts';

/** Milliseconds that the notice stays: a person who logged out elsewhere needs a moment to see why the page has changed. */
const NOTICE_MS = 5_000;

/**
 * Says that nobody is signed in any more, whatever the reason: a log-out in this tab, in another one or on another device,
 * another password, a ban. The pages of a member close at that moment, and would do so without a word.
 */
export function useLoggedOut(): void {
  useEffect(
    () =>
      sessionStore.subscribe((now, before) => {
        if (before.status === 'user' && now.status === 'visitor') {
          showAlert('black', 'You are logged out.', { duration: NOTICE_MS });
        }
      }),
    [],
  );
}

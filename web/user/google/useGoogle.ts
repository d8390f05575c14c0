import { useState } from 'react';
import { useNavigate } from 'react-router';
import { showAlert } from '../../kit/alertStore.ts';
import { askForSchool } from '../../session/chainMemory.ts';
import { sessionStore, useSession } from '../../session/session.ts';
import { showRefusal } from '../../sync/showRefusal.ts';
import { GoogleFailed, signInWithGoogle } from './flow.ts';

/**
 * Signing in or up with Google (AUTH-17). `start` is called as the answer to a press: a browser opens a window only then.
 *
 * @param onLeave called before the page is left for Google, or the person is signed in
 */
export function useGoogle(onLeave: () => void) {
  const isOffered = useSession((session) => session.google);
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const run = async () => {
    setBusy(true);
    try {
      if ((await signInWithGoogle(onLeave)) === 'left') return;
      onLeave();
      askForSchool();
      await sessionStore.getState().load();
      // The guard of the log-in leads on, to where the person has to go.
      navigate('/login', { replace: true });
    } catch (error) {
      if (error instanceof GoogleFailed) showAlert('danger', error.message);
      else showRefusal(error);
    } finally {
      setBusy(false);
    }
  };
  return { isOffered, busy, start: () => void run() };
}

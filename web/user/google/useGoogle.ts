import { useState } from 'react';
import { useNavigate } from 'react-router';
import { kindOfPage } from '#domain/kernel/pageGuards.ts';
import { askForSchool, schoolWasAsked } from '../../session/chainMemory.ts';
import { sessionStore, useSession } from '../../session/session.ts';
import { showRefusal } from '../../sync/showRefusal.ts';
import { GoogleFailed, sayProblem, signInWithGoogle } from './flow.ts';

/**
 * The way to Google and back. Its window may seem closed before its last word is heard, as where its page loads slowly:
 * then the session says whether it went well.
 */
async function toGoogleAndBack(onLeave: () => void): Promise<'signed-in' | 'left'> {
  const before = sessionStore.getState().userId;
  try {
    return await signInWithGoogle(onLeave);
  } catch (error) {
    if (before !== null) throw error;
    await sessionStore.getState().load();
    if (sessionStore.getState().userId === null) throw error;
    return 'signed-in';
  }
}

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
      // Google's window reports to all tabs of the session, maybe before it answers here; the guard leads on at once then.
      const isLed = kindOfPage(window.location.pathname) === 'signed-out';
      askForSchool();
      if ((await toGoogleAndBack(onLeave)) === 'left') return;
      onLeave();
      await sessionStore.getState().load();
      // The guard of the log-in leads on, to where the person has to go; a page for visitors has led on by itself.
      if (!isLed) navigate('/login', { replace: true });
    } catch (error) {
      schoolWasAsked();
      if (error instanceof GoogleFailed) sayProblem(error.message, error.outcome);
      else showRefusal(error);
    } finally {
      setBusy(false);
    }
  };
  return { isOffered, busy, start: () => void run() };
}

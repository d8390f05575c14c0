import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { showAlert } from '../../kit/alertStore.ts';
import { Button } from '../../kit/Button.tsx';
import { askForSchool } from '../../session/chainMemory.ts';
import { sessionStore, useSession } from '../../session/session.ts';
import { showRefusal } from '../../sync/showRefusal.ts';
import { GoogleFailed, signInWithGoogle } from './flow.ts';
import styles from './GoogleButton.module.css';
import { GoogleMark } from './GoogleMark.tsx';

/** "Continue with Google": signs in or up (AUTH-01, AUTH-17). Not there where it is not configured. */
export default function GoogleButton({ onLeave = () => undefined }: { readonly onLeave?: () => void }) {
  const isOffered = useSession((session) => session.google);
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  if (!isOffered) return null;

  const start = async () => {
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
  return (
    <div className={styles.way}>
      <Button size="large" wide busy={busy} icon={<GoogleMark />} onClick={() => void start()}>
        {busy ? 'Waiting for Google...' : 'Continue with Google'}
      </Button>
      <p className={styles.terms}>
        With a new account you agree to the{' '}
        <Link to="/settings/terms" target="_blank" rel="noopener">
          Terms of Service
        </Link>
        .
      </p>
    </div>
  );
}

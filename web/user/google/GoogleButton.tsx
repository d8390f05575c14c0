import { Link } from 'react-router';
import { Button } from '../../kit/Button.tsx';
import styles from './GoogleButton.module.css';
import { GoogleMark } from './GoogleMark.tsx';
import { useGoogle } from './useGoogle.ts';

/** "Continue with Google": signs in or up (AUTH-01, AUTH-17). Not there where it is not configured. */
export default function GoogleButton({ onLeave = () => undefined }: { readonly onLeave?: () => void }) {
  const { isOffered, busy, start } = useGoogle(onLeave);
  if (!isOffered) return null;
  return (
    <div className={styles.way}>
      <Button size="large" wide busy={busy} icon={<GoogleMark />} onClick={start}>
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

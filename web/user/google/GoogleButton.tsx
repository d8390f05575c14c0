import { Button } from '../../kit/Button.tsx';
import { GoogleMark } from './GoogleMark.tsx';
import { GoogleWay } from './GoogleWay.tsx';
import { useGoogle } from './useGoogle.ts';

/** "Continue with Google": signs in or up (AUTH-01, AUTH-17). Not there where it is not configured. */
export default function GoogleButton({ onLeave = () => undefined }: { readonly onLeave?: () => void }) {
  const { isOffered, busy, start } = useGoogle(onLeave);
  if (!isOffered) return null;
  return (
    <GoogleWay>
      <Button size="large" wide busy={busy} icon={<GoogleMark />} onClick={start}>
        {busy ? 'Waiting for Google...' : 'Continue with Google'}
      </Button>
    </GoogleWay>
  );
}

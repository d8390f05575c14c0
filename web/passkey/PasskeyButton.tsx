import { KeyRound } from 'lucide-react';
import { useCallback, useState } from 'react';
import { showAlert } from '../kit/alertStore.ts';
import { Button } from '../kit/Button.tsx';
import { askForSchool } from '../session/chainMemory.ts';
import { sayBan } from '../session/sayBan.ts';
import { type SignedIn, signInHere } from '../session/signInHere.ts';
import { showRefusal } from '../sync/showRefusal.ts';
import { RequestRefused } from '../sync/transport/http.ts';
import { PasskeyFailed, signInWithPasskey } from './ceremonies.ts';
import { useSuggestion } from './useSuggestion.ts';

function show(error: unknown): void {
  if (error instanceof PasskeyFailed) showAlert('danger', error.message);
  else showRefusal(error);
  sayBan(error);
}

/** "Log in with a passkey"; where the browser can, the e-mail field suggests passkeys, too. */
export default function PasskeyButton({ onLeave }: { readonly onLeave?: () => void }) {
  // A dialog over a page is left, the page is not.
  const staysHere = onLeave !== undefined;
  const [busy, setBusy] = useState(false);
  const signedIn = useCallback(
    (answer: SignedIn) => {
      onLeave?.();
      askForSchool();
      signInHere(answer);
    },
    [onLeave],
  );
  /** A suggestion that the network or a limit hindered is no news; the button is there. */
  const suggestionFailed = useCallback((error: unknown) => {
    if (error instanceof RequestRefused && error.refusal.code.startsWith('PASSKEY_')) showRefusal(error);
    sayBan(error);
  }, []);
  useSuggestion(!busy, { onSignedIn: signedIn, onFailed: suggestionFailed, staysHere });

  const start = async () => {
    setBusy(true);
    try {
      signedIn(await signInWithPasskey(false, staysHere));
    } catch (error) {
      show(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="large" wide busy={busy} icon={<KeyRound size={20} aria-hidden />} onClick={start}>
      {busy ? 'Waiting for your passkey...' : 'Log in with a passkey'}
    </Button>
  );
}

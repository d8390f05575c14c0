import { useEffect } from 'react';
import type { SignedIn } from '../session/signInHere.ts';
import { isCancelled, signInWithPasskey, stopWaiting, suggestsPasskeys } from './ceremonies.ts';

/** Milliseconds after which the wait begins anew: a challenge lasts five minutes. */
const RENEW_EVERY_MS = 240_000;

/**
 * Lets the browser offer passkeys among the suggestions of the e-mail field, where it can and there is such a field. It
 * begins anew when the page is looked at again, since another tab's wait replaces this one's challenge.
 */
export function useSuggestion(
  isWanted: boolean,
  {
    onSignedIn,
    onFailed,
    staysHere,
  }: {
    readonly onSignedIn: (answer: SignedIn) => void;
    readonly onFailed: (error: unknown) => void;
    /** See `signInWithPasskey`. */
    readonly staysHere: boolean;
  },
): void {
  useEffect(() => {
    if (!isWanted) return;
    let round = 0;
    const wait = async () => {
      round += 1;
      const mine = round;
      const isPresent = () => round === mine;
      try {
        if (!(await suggestsPasskeys()) || !isPresent()) return;
        if (document.querySelector("input[autocomplete$='webauthn']") === null) return;
        const answer = await signInWithPasskey(true, staysHere);
        if (isPresent()) onSignedIn(answer);
      } catch (error) {
        // Nobody has asked for it by a press, so its end is no news; a passkey that was chosen and refused is.
        if (isPresent() && !isCancelled(error)) onFailed(error);
      }
    };
    const look = () => {
      if (document.visibilityState === 'visible') void wait();
    };
    look();
    const timer = setInterval(look, RENEW_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      round = -1;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      void suggestsPasskeys().then((does) => (does ? stopWaiting() : undefined));
    };
  }, [isWanted, onSignedIn, onFailed, staysHere]);
}

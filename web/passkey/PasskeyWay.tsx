import { KeyRound } from 'lucide-react';
import { Suspense } from 'react';
import { Button } from '../kit/Button.tsx';
import { lazySoon } from '../kit/lazySoon.ts';
import { hasPasskeys } from './hasPasskeys.ts';

const PasskeyButton = lazySoon(() => import('./PasskeyButton.tsx'));

/** The way with a passkey, where the browser has them. Its place is kept while its code loads, so that nothing moves. */
export function PasskeyWay(props: { readonly onLeave?: () => void }) {
  if (!hasPasskeys()) return null;
  const waiting = (
    <Button size="large" wide disabled icon={<KeyRound size={20} aria-hidden />}>
      Log in with a passkey
    </Button>
  );
  return (
    <Suspense fallback={waiting}>
      <PasskeyButton {...props} />
    </Suspense>
  );
}

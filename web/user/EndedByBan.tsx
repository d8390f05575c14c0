import { Suspense } from 'react';
import { lazySoon } from '../kit/lazySoon.ts';
import { sessionStore, useSession } from '../session/session.ts';

const BannedDialog = lazySoon(() => import('./BannedDialog.tsx'));

const close = () => sessionStore.setState({ ended: null });

/** Says why the session of the page has ended, or none was begun, where that was a ban; on whatever page its guard leads to. */
export function EndedByBan() {
  const ended = useSession((session) => session.ended);
  if (ended?.code !== 'ACCOUNT_BANNED') return null;
  const { reason } = ended.data;
  return (
    <Suspense fallback={null}>
      <BannedDialog reason={reason === undefined ? undefined : String(reason)} onClose={close} />
    </Suspense>
  );
}

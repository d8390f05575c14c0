import { useEffect, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { showAlert } from '../kit/alertStore.ts';
import { Button } from '../kit/Button.tsx';
import { Spinner } from '../kit/Spinner.tsx';
import { LOGIN_PATH } from '../session/guard.ts';
import { useDirectCommand } from '../session/useDirectCommand.ts';
import { useViewer } from '../session/useViewer.ts';
import { showRefusal } from '../sync/showRefusal.ts';
import { EntranceForm } from '../user/face.ts';
import styles from './PendingPage.module.css';
import { type Receipt, receiptStore } from './receipt.ts';

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });

/**
 * `/settings/deletion`: right after the request, and whenever somebody signs in whose account is going to be deleted. No
 * other page is shown to them (`HeldPerson.tsx`).
 */
export default function PendingPage() {
  const { status, account } = useViewer();
  const { receipt, isSeen, show, forget } = receiptStore();
  const deletion = account?.deletion ?? null;
  useEffect(() => {
    if (deletion !== null) show(deletion);
    else if (status === 'visitor' && receipt !== null && !isSeen) show(receipt);
    // They have kept the account, and come back to this page.
    else if (status === 'user' && account !== undefined && isSeen) forget();
  }, [deletion, status, account, receipt, isSeen, show, forget]);
  if (status === 'loading') return <Spinner page />;
  if (deletion !== null) return <Pending {...deletion} />;
  // The end of the session may arrive a moment later.
  if (receipt !== null && (status === 'visitor' || !isSeen)) return <Requested {...receipt} />;
  return <Navigate replace to="/home" />;
}

function Facts({ dueAt, receipt }: Receipt) {
  return (
    <dl className={styles.facts}>
      <dt>It will be deleted on</dt>
      <dd>
        <time dateTime={dueAt}>{longDate.format(new Date(dueAt))}</time>
      </dd>
      <dt>Receipt</dt>
      <dd className={styles.receipt}>{receipt}</dd>
    </dl>
  );
}

function Requested(receipt: Receipt) {
  const navigate = useNavigate();
  return (
    <EntranceForm
      title="Your account will be deleted"
      lead="You are signed out everywhere. If you change your mind, log in before the day below."
    >
      <Facts {...receipt} />
      <Button size="large" wide onClick={() => navigate(LOGIN_PATH)}>
        Log in
      </Button>
    </EntranceForm>
  );
}

function Pending({ dueAt, receipt, begun }: Receipt & { readonly begun: boolean }) {
  const navigate = useNavigate();
  const send = useDirectCommand();
  const [busy, setBusy] = useState(false);

  const keep = async () => {
    setBusy(true);
    try {
      await send('CancelDeletion', {});
      showAlert('success', 'Your account stays. Welcome back!');
    } catch (error) {
      showRefusal(error);
    }
    setBusy(false);
  };

  return (
    <EntranceForm
      title={begun ? 'Your account is being deleted' : 'Your account will be deleted'}
      lead={begun ? 'It can no longer be kept.' : 'Until then nobody sees your profile, and you can still keep it.'}
    >
      <Facts dueAt={dueAt} receipt={receipt} />
      <div className={styles.actions}>
        {!begun && (
          <Button variant="primary" size="large" wide busy={busy} onClick={keep}>
            Keep my account
          </Button>
        )}
        <Button size="large" wide onClick={() => navigate('/logout')}>
          Log out
        </Button>
      </div>
    </EntranceForm>
  );
}

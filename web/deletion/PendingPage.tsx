import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { showAlert } from '../kit/alertStore.ts';
import { Button } from '../kit/Button.tsx';
import { Spinner } from '../kit/Spinner.tsx';
import { LOGIN_PATH } from '../session/guard.ts';
import { useDirectCommand } from '../session/useDirectCommand.ts';
import { useViewer } from '../session/useViewer.ts';
import { showRefusal } from '../sync/showRefusal.ts';
import { EntranceForm } from '../user/face.ts';
import styles from './PendingPage.module.css';

/** A deletion as its page shows it. */
export interface Receipt {
  /** ISO instant. */
  readonly dueAt: string;
  readonly receipt: string;
}

/**
 * The deletion that this tab has shown or asked for. The session ends by the socket, the request by its answer: whichever
 * comes first, the receipt stays on screen.
 */
let seen: Receipt | null = null;

/** Has the page show a receipt also when the session has ended. */
export function keepReceipt(receipt: Receipt): void {
  seen = receipt;
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });

/**
 * `/settings/deletion`: right after the request, and whenever somebody signs in whose account is going to be deleted. No
 * other page is shown to them (`HeldPerson.tsx`).
 */
export default function PendingPage() {
  const { status, account } = useViewer();
  const left = useLocation().state as Receipt | null;
  const deletion = account?.deletion ?? null;
  useEffect(() => {
    if (deletion !== null) keepReceipt(deletion);
    // Who is signed in and has no deletion has kept the account.
    else if (status === 'user' && account !== undefined) seen = null;
  }, [deletion, status, account]);
  if (status === 'loading') return <Spinner page />;
  if (deletion !== null) return <Pending {...deletion} />;
  // The end of the session may arrive a moment later.
  const receipt = left ?? (status === 'visitor' ? seen : null);
  if (receipt !== null) return <Requested {...receipt} />;
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
          <Button variant="primary" size="large" wide busy={busy} onClick={() => void keep()}>
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

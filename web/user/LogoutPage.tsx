import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../kit/Button.tsx';
import { endSession } from '../session/endSession.ts';
import { sendUndoable, useOwnActions } from '../sync/hooks.ts';
import { showRefusal } from '../sync/showRefusal.ts';
import { AuthForm } from './AuthForm.tsx';
import styles from './AuthLayout.module.css';

/** `/logout` (AUTH-30). Says how much is not sent yet; what could be taken back is sent, while it can be. */
export default function LogoutPage() {
  const navigate = useNavigate();
  const unsent = useOwnActions().length;
  const [busy, setBusy] = useState(false);
  useEffect(sendUndoable, []);

  const leave = async () => {
    setBusy(true);
    try {
      await endSession();
    } catch (error) {
      setBusy(false);
      showRefusal(error);
    }
  };

  return (
    <AuthForm title="Log Out" lead="Are you sure you want to logout?">
      {unsent > 0 && (
        <p className={styles.note}>
          {unsent === 1 ? '1 action is' : `${unsent} actions are`} not sent yet. They wait on this device until you log
          in again.
        </p>
      )}
      <div className={styles.actions}>
        <Button variant="danger" size="large" wide busy={busy} onClick={leave}>
          Log out
        </Button>
        <Button size="large" wide onClick={() => navigate('/home')}>
          Cancel
        </Button>
      </div>
    </AuthForm>
  );
}

import { useRef } from 'react';
import { ButtonLink } from '../kit/Button.tsx';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';
import { closeDialog } from '../kit/dialog/dialogStore.ts';
import { CampusMark } from '../session/CampusMark.tsx';
import { rememberReturn } from '../session/chainMemory.ts';
import type { Invitation } from '../session/dialogs.ts';
import styles from './AuthDialog.module.css';
import { LogInWays, SignInWays } from './Ways.tsx';

/** Asks a visitor to sign in, without leaving the page (AUTH-33). */
export default function AuthDialog(props: { readonly invitation: Invitation; readonly returnTo: string }) {
  const first = useRef<HTMLAnchorElement>(null);
  const { title, text } = props.invitation;
  const leave = () => {
    rememberReturn(props.returnTo);
    closeDialog();
  };
  return (
    <Dialog
      title={title}
      text={text}
      focusFirst={first}
      onClose={closeDialog}
      lead={
        <span className={styles.mark}>
          <CampusMark size={28} />
        </span>
      }
    >
      <DialogActions>
        <SignInWays onLeave={leave} />
        <ButtonLink ref={first} variant="primary" size="large" wide to="/register" replace onClick={leave}>
          Sign up with email
        </ButtonLink>
        <ButtonLink size="large" wide to="/login?method=password" replace onClick={leave}>
          Log in with email
        </ButtonLink>
        <LogInWays onLeave={leave} />
      </DialogActions>
    </Dialog>
  );
}

import { useRef } from 'react';
import { ButtonLink } from '../kit/Button.tsx';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';
import { closeDialog } from '../kit/dialog/dialogStore.ts';
import { Filled } from '../kit/slots.tsx';
import { CampusMark } from '../session/CampusMark.tsx';
import { rememberReturn } from '../session/chainMemory.ts';
import type { Invitation } from '../session/dialogs.ts';
import styles from './AuthDialog.module.css';
import { signInWays } from './slots.ts';

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
        <Filled slot={signInWays} with={{ onLeave: leave }} />
        <ButtonLink ref={first} variant="primary" size="large" wide to="/register" replace onClick={leave}>
          Sign up with email
        </ButtonLink>
        <ButtonLink size="large" wide to="/login?method=password" replace onClick={leave}>
          Log in with email
        </ButtonLink>
      </DialogActions>
    </Dialog>
  );
}

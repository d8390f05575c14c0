import { useRef } from 'react';
import { withThe } from '../kit/article.ts';
import { ButtonLink } from '../kit/Button.tsx';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';
import { closeDialog } from '../kit/dialog/dialogStore.ts';
import { CampusMark } from '../session/CampusMark.tsx';
import { rememberReturn } from '../session/chainMemory.ts';
import type { Reason } from '../session/gates.ts';
import { site } from '../session/site.ts';
import styles from './AuthDialog.module.css';

/** What the dialog says, by what the visitor wanted to do (AUTH-32). */
const texts: Readonly<Record<Reason, { readonly title: string; readonly text: string }>> = {
  like: {
    title: 'Save it for later',
    text: 'Log in or sign up to save posts and find them again in one place.',
  },
  comment: {
    title: 'Join the conversation',
    text: 'Log in or sign up to comment. What you have typed stays where it is.',
  },
  post: {
    title: 'Sell it in seconds',
    text: `Log in or sign up to post to students of ${site.name}.`,
  },
  'join campus': {
    title: `Join ${site.name}`,
    text: `Log in or sign up, then confirm your school email to become a member of ${withThe(site.fullName)}.`,
  },
};

/** Asks a visitor to sign in, without leaving the page; they come back to it afterwards (AUTH-33). */
export default function AuthDialog({ reason, returnTo }: { readonly reason: Reason; readonly returnTo: string }) {
  const first = useRef<HTMLAnchorElement>(null);
  const { title, text } = texts[reason];
  const leave = () => {
    rememberReturn(returnTo);
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

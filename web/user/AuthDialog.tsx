import { useRef } from 'react';
import { site } from '../app/site.ts';
import { withThe } from '../campus/article.ts';
import { CampusMark } from '../campus/CampusMark.tsx';
import { closeDialog } from '../shell/dialogStore.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { Dialog, DialogActions } from '../ui/Dialog.tsx';
import styles from './AuthDialog.module.css';
import { rememberReturn } from './chainMemory.ts';
import type { Reason } from './gates.ts';

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

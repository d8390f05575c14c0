import type { Ref } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../kit/Button.tsx';
import { showRefusal } from '../sync/showRefusal.ts';
import { rememberReturn } from './chainMemory.ts';
import { endSession } from './endSession.ts';
import { LOGIN_PATH } from './guard.ts';
import styles from './SignInAgain.module.css';

/** Shown to an account without a password before a change that a stolen session must not make. */
export const NO_PASSWORD =
  'Your account has no password. If you have not signed in within the last minutes, do so again first.';

/** The way to sign in once more, which proves who somebody is. */
export function SignInAgain(props: {
  readonly text: string;
  /** Where the person returns to after signing in. */
  readonly path: string;
  /** Why the server refused without it. */
  readonly error?: string | undefined;
  /** Of the refusal, which gets the focus. */
  readonly control?: Ref<HTMLParagraphElement>;
}) {
  const navigate = useNavigate();

  const signInAgain = async () => {
    try {
      await endSession();
    } catch (error) {
      return showRefusal(error);
    }
    rememberReturn(props.path);
    navigate(LOGIN_PATH);
  };

  return (
    <div className={styles.again}>
      <p>{props.text}</p>
      <Button size="small" onClick={signInAgain}>
        Sign in again
      </Button>
      {props.error !== undefined && (
        <p ref={props.control} tabIndex={-1} role="alert" className={styles.refusal}>
          {props.error}
        </p>
      )}
    </div>
  );
}

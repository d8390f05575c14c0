import { useNavigate } from 'react-router';
import { Button } from '../kit/Button.tsx';
import { PasswordField } from '../kit/Field.tsx';
import type { FormErrors } from '../kit/useFormErrors.ts';
import { showRefusal } from '../sync/showRefusal.ts';
import { rememberReturn } from './chainMemory.ts';
import { endSession } from './endSession.ts';
import { LOGIN_PATH } from './guard.ts';
import styles from './ProveAgain.module.css';
import { useViewer } from './useViewer.ts';

/** Before what a stolen session must not do: the password, or the way to sign in once more. */
export function ProveAgain(props: {
  readonly form: Pick<FormErrors<'password'>, 'control' | 'errors' | 'mend'>;
  readonly password: string;
  readonly onPassword: (password: string) => void;
  /** Where the person returns to after signing in. */
  readonly path: string;
}) {
  const { form, path } = props;
  const navigate = useNavigate();
  const { account } = useViewer();
  const hasPassword = account?.hasPassword ?? true;

  const signInAgain = async () => {
    try {
      await endSession();
    } catch (error) {
      return showRefusal(error);
    }
    rememberReturn(path);
    navigate(LOGIN_PATH);
  };

  return (
    <>
      {hasPassword && (
        <PasswordField
          ref={form.control('password')}
          label="Your password"
          name="password"
          autoComplete="current-password"
          value={props.password}
          error={form.errors.password}
          onChange={(event) => {
            props.onPassword(event.target.value);
            form.mend('password');
          }}
        />
      )}
      <div className={styles.again}>
        <p>
          {hasPassword
            ? 'Don’t know it? Sign in again in another way; right after that, leave the password empty.'
            : 'Your account has no password. If you have not signed in within the last minutes, do so again first.'}
        </p>
        <Button size="small" onClick={() => void signInAgain()}>
          Sign in again
        </Button>
        {!hasPassword && form.errors.password !== undefined && (
          <p ref={form.control('password')} tabIndex={-1} role="alert" className={styles.refusal}>
            {form.errors.password}
          </p>
        )}
      </div>
    </>
  );
}

/** The password to send: `null` where none was typed, because a fresh sign-in is proof enough. */
export const passwordOrNone = (typed: string): string | null => (typed === '' ? null : typed);

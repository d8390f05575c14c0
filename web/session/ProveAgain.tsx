import { PasswordField } from '../kit/Field.tsx';
import type { FormErrors } from '../kit/useFormErrors.ts';
import { NO_PASSWORD, SignInAgain } from './SignInAgain.tsx';
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
  const { account } = useViewer();
  if (account?.hasPassword === false) {
    const { errors, control } = form;
    return <SignInAgain text={NO_PASSWORD} path={path} error={errors.password} control={control('password')} />;
  }
  return (
    <>
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
      <SignInAgain
        text="Don’t know it? Sign in again in another way; right after that, leave the password empty."
        path={path}
      />
    </>
  );
}

/** The password to send: `null` where none was typed, because a fresh sign-in is proof enough. */
export const passwordOrNone = (typed: string): string | null => (typed === '' ? null : typed);

import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { v7 as uuidv7 } from 'uuid';
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '#domain/user/limits.ts';
import { checkPassword } from '#domain/user/password.ts';
import { showAlert } from '../kit/alertStore.ts';
import { Button } from '../kit/Button.tsx';
import { PasswordField } from '../kit/Field.tsx';
import { useLead } from '../kit/navigation/useLead.ts';
import { useFormErrors } from '../kit/useFormErrors.ts';
import { refusalOfField, showRefusal } from '../sync/showRefusal.ts';
import { RequestRefused, request } from '../sync/transport/http.ts';
import { AuthForm } from './AuthForm.tsx';
import styles from './AuthLayout.module.css';
import { fieldError } from './person/rejectionText.ts';
import { useTokenOfLink } from './useTokenOfLink.ts';

/** `/forgotpassword/new`: where the link of a reset leads (AUTH-24). */
export default function NewPasswordPage() {
  const [query] = useSearchParams();
  const token = useTokenOfLink();
  const email = query.get('email') ?? '';
  if (token === null) return <Navigate replace to={againPath(email)} />;
  return <NewPasswordForm email={email} token={token} />;
}

function againPath(email: string): string {
  return email === '' ? '/forgotpassword' : `/forgotpassword?${new URLSearchParams({ email })}`;
}

function NewPasswordForm({ email, token }: { readonly email: string; readonly token: string }) {
  const reset = useReset(email, token);
  const { form, password, busy, isOver } = reset;
  useEffect(() => form.focus('password'), [form.focus]);
  return (
    <AuthForm
      title="Choose a new password"
      lead={
        <>
          For <strong>{email}</strong>. You will be logged out everywhere else.
        </>
      }
      onSubmit={reset.submit}
    >
      {/* For password managers, which keep the new password under it. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        ref={form.control('password')}
        label="New password"
        name="password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN_CHARACTERS} characters`}
        maxLength={PASSWORD_MAX_CHARACTERS}
        value={password}
        error={form.errors.password}
        onChange={(event) => reset.type(event.target.value)}
      />
      <Button variant="primary" size="large" wide type="submit" busy={busy}>
        {busy ? 'Saving...' : 'Save password'}
      </Button>
      {isOver && (
        <p className={styles.foot}>
          This link no longer counts.{' '}
          <Link className={styles.link} to={againPath(email)}>
            Ask for a new one
          </Link>
        </p>
      )}
    </AuthForm>
  );
}

/** State of the form, and its submission. */
function useReset(email: string, token: string) {
  const lead = useLead();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [isOver, setOver] = useState(false);
  const form = useFormErrors<'password'>();
  // One id for one password: a retry after a lost answer changes nothing twice.
  const commandId = useRef(uuidv7());

  const submit = async () => {
    if (busy || !form.check({ password: fieldError(checkPassword(password)) })) return;
    setBusy(true);
    try {
      await request('POST', '/api/password-resets/use', { id: commandId.current, email, token, password });
      showAlert('success', 'Your password was changed.');
      lead(`/login?${new URLSearchParams({ method: 'password', email })}`, { replace: true });
    } catch (error) {
      setBusy(false);
      showRefusal(error, 'Something went wrong. Try again.');
      form.say('password', refusalOfField(error));
      setOver(error instanceof RequestRefused && error.refusal.code === 'LINK_WRONG');
    }
  };
  const type = (typed: string) => {
    setPassword(typed);
    form.mend('password');
    commandId.current = uuidv7();
  };
  return { form, password, busy, isOver, submit, type };
}

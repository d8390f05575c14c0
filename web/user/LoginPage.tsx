import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { checkEmail } from '#domain/user/email.ts';
import { EMAIL_MAX_CHARACTERS, PASSWORD_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { LOCKOUT_ALERT_MS, showAlert } from '../kit/alertStore.ts';
import { Button } from '../kit/Button.tsx';
import { PasswordField, TextField } from '../kit/Field.tsx';
import { Filled } from '../kit/slots.tsx';
import { useFormErrors } from '../kit/useFormErrors.ts';
import { askForSchool } from '../session/chainMemory.ts';
import { sessionStore } from '../session/session.ts';
import { refusalOfField, showRefusal } from '../sync/showRefusal.ts';
import { RequestRefused, request } from '../sync/transport/http.ts';
import { AuthForm } from './AuthForm.tsx';
import styles from './AuthLayout.module.css';
import { fieldError } from './person/rejectionText.ts';
import { signInWays } from './slots.ts';

/** The answer to log-in and registration. */
export interface SignedIn {
  readonly user: { readonly id: string };
}

/** Shows why the log-in failed; the lock-out's long text stays longer (AUTH-09, SHEL-10). */
function showLoginRefusal(error: unknown): void {
  if (error instanceof RequestRefused && error.refusal.code === 'LOGIN_LOCKED') {
    showAlert('danger', error.refusal.text, { duration: LOCKOUT_ALERT_MS });
    return;
  }
  showRefusal(error, 'Something went wrong. Try again.');
}

/** Refusals that another address mends; any other is shown under the password. */
const EMAIL_CODES: readonly string[] = ['LOGIN_UNKNOWN', 'EMAIL_REQUIRED', 'EMAIL_REFUSED'];

function isAboutEmail(error: unknown): boolean {
  return error instanceof RequestRefused && EMAIL_CODES.includes(error.refusal.code);
}

/** `/login` by e-mail and password (AUTH-03, AUTH-06, AUTH-09). */
export default function LoginPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [email, setEmail] = useState(query.get('email') ?? '');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const form = useFormErrors<'email' | 'password'>();

  useEffect(() => form.focus(query.has('email') ? 'password' : 'email'), [form.focus, query]);

  const submit = async () => {
    if (busy) return;
    const well = form.check({
      email: fieldError(checkEmail(email)),
      password: password === '' ? 'Password is required.' : null,
    });
    if (!well) return;
    setBusy(true);
    try {
      const answer = await request<SignedIn>('POST', '/api/session', { email, password });
      askForSchool();
      sessionStore.getState().signedIn(answer.user.id);
    } catch (error) {
      setBusy(false);
      showLoginRefusal(error);
      form.say(isAboutEmail(error) ? 'email' : 'password', refusalOfField(error));
    }
  };

  return (
    <AuthForm
      title="Welcome back"
      lead="Log in with your email and password."
      back={{ label: 'Go back', onClick: () => navigate('/user_registration') }}
      onSubmit={() => void submit()}
    >
      <div className={styles.fields}>
        <TextField
          ref={form.control('email')}
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          maxLength={EMAIL_MAX_CHARACTERS}
          value={email}
          error={form.errors.email}
          onChange={(event) => {
            setEmail(event.target.value);
            form.mend('email');
          }}
        />
        <PasswordField
          ref={form.control('password')}
          label="Password"
          name="password"
          autoComplete="current-password"
          maxLength={PASSWORD_MAX_CHARACTERS}
          value={password}
          error={form.errors.password}
          onChange={(event) => {
            setPassword(event.target.value);
            form.mend('password');
          }}
        />
      </div>
      <Button variant="primary" size="large" wide type="submit" busy={busy}>
        {busy ? 'Logging in...' : 'Log in'}
      </Button>
      <Filled slot={signInWays} with={{}} />
      <p className={styles.foot}>
        New here?{' '}
        <Link className={styles.link} to="/register">
          Sign Up
        </Link>
      </p>
    </AuthForm>
  );
}

import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { checkEmail } from '#domain/user/email.ts';
import { PASSWORD_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { LOCKOUT_ALERT_MS, showAlert } from '../kit/alertStore.ts';
import { Button } from '../kit/Button.tsx';
import { PasswordField } from '../kit/Field.tsx';
import { useLead } from '../kit/navigation/useLead.ts';
import { serverNow } from '../kit/time/serverClock.ts';
import { type FormErrors, useFormErrors } from '../kit/useFormErrors.ts';
import { askForSchool } from '../session/chainMemory.ts';
import { askToSignIn, signInHere } from '../session/signInHere.ts';
import { refusalOfField, showRefusal } from '../sync/showRefusal.ts';
import { RequestRefused } from '../sync/transport/http.ts';
import { AuthForm } from './AuthForm.tsx';
import styles from './AuthLayout.module.css';
import { EmailField } from './EmailField.tsx';
import { fieldError } from './person/rejectionText.ts';
import { requestLink, type SentState, sentPath } from './requestLink.ts';
import { useLinkFailure } from './useLinkFailure.ts';
import { LogInWays, SignInWays } from './Ways.tsx';

/** Shows why the log-in failed; the lock-out's long text stays longer (AUTH-09, SHEL-10). */
function showLoginRefusal(error: unknown): void {
  if (error instanceof RequestRefused && error.refusal.code === 'LOGIN_LOCKED') {
    showAlert('danger', error.refusal.text, { duration: LOCKOUT_ALERT_MS });
    return;
  }
  showRefusal(error, 'Something went wrong. Try again.');
}

/** Why the account is banned: the server says it to who knows the password. */
function banReasonOf(error: unknown): string | undefined {
  if (!(error instanceof RequestRefused) || error.refusal.code !== 'ACCOUNT_BANNED') return undefined;
  const { reason } = error.refusal.data;
  return reason === undefined ? undefined : String(reason);
}

/** Refusals that another address mends; any other is shown under the password. */
const EMAIL_CODES: readonly string[] = ['LOGIN_UNKNOWN', 'EMAIL_REQUIRED', 'EMAIL_REFUSED', 'ACCOUNT_BANNED'];

function isAboutEmail(error: unknown): boolean {
  return error instanceof RequestRefused && EMAIL_CODES.includes(error.refusal.code);
}

/** `/login`: by e-mail and password, or by a magic link (AUTH-02 to AUTH-10). */
export default function LoginPage() {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const login = useLogin(query.get('email') ?? '');
  const { form, email, busy } = login;
  const byLink = query.get('method') === 'noPassword';
  const hasEmail = query.has('email');
  useLinkFailure(query, form);

  useEffect(() => form.focus(hasEmail && !byLink ? 'password' : 'email'), [form.focus, hasEmail, byLink]);

  /** Stays on the page, with what was typed. */
  const change = (method: 'password' | 'noPassword') => {
    const next = new URLSearchParams({ method });
    if (email.trim() !== '') next.set('email', email.trim());
    setQuery(next, { replace: true });
  };

  return (
    <AuthForm
      title="Welcome back"
      lead={
        <>
          Log in with your email, or{' '}
          <Link className={styles.link} to="/register">
            create a new account
          </Link>
          .
        </>
      }
      back={{ label: 'Go back', onClick: () => navigate('/user_registration') }}
      onSubmit={() => (byLink ? login.sendLink() : login.logIn())}
    >
      <div className={styles.fields}>
        <EmailField
          ref={form.control('email')}
          autoComplete="username webauthn"
          value={email}
          error={form.errors.email}
          banReason={login.banReason}
          onChange={(event) => login.typeEmail(event.target.value)}
        />
        {!byLink && <Password login={login} form={form} />}
      </div>
      <div className={styles.actions}>
        <Button variant="primary" size="large" wide type="submit" busy={busy}>
          {byLink ? (busy ? 'Sending...' : 'Continue with email') : busy ? 'Logging in...' : 'Log in'}
        </Button>
        <Button variant="quiet" wide onClick={() => change(byLink ? 'password' : 'noPassword')}>
          {byLink ? 'Log in with a password instead' : 'Email me a link instead'}
        </Button>
        <SignInWays />
        <LogInWays />
      </div>
      <Foot />
    </AuthForm>
  );
}

type Login = ReturnType<typeof useLogin>;

/** State of the form, and what it sends. */
function useLogin(prefilled: string) {
  const lead = useLead();
  const [email, setEmail] = useState(prefilled);
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const form = useFormErrors<'email' | 'password'>();
  const [banReason, setBanReason] = useState<string>();

  const logIn = async () => {
    if (busy) return;
    const well = form.check({
      email: fieldError(checkEmail(email)),
      password: password === '' ? 'Password is required.' : null,
    });
    if (!well) return;
    setBusy(true);
    try {
      const answer = await askToSignIn('/api/session', { email, password }, { mayRepeat: 'after-death' });
      askForSchool();
      signInHere(answer);
    } catch (error) {
      setBusy(false);
      showLoginRefusal(error);
      setBanReason(banReasonOf(error));
      form.say(isAboutEmail(error) ? 'email' : 'password', refusalOfField(error));
    }
  };
  const sendLink = async () => {
    if (busy || !form.check({ email: fieldError(checkEmail(email)), password: null })) return;
    setBusy(true);
    try {
      await requestLink({ email });
      showAlert('okay', 'Email sent.');
      const state: SentState = { sentAt: serverNow() };
      lead(sentPath({ email }), { state });
    } catch (error) {
      setBusy(false);
      showRefusal(error, 'An unknown error has occurred');
      form.say('email', refusalOfField(error));
    }
  };
  const typeEmail = (typed: string) => {
    setEmail(typed);
    form.mend('email');
  };
  const typePassword = (typed: string) => {
    setPassword(typed);
    form.mend('password');
  };
  return { email, password, busy, form, banReason, logIn, sendLink, typeEmail, typePassword };
}

function Password({ login, form }: { readonly login: Login; readonly form: FormErrors<'email' | 'password'> }) {
  const typed = login.email.trim();
  return (
    <>
      <PasswordField
        ref={form.control('password')}
        label="Password"
        name="password"
        autoComplete="current-password"
        maxLength={PASSWORD_MAX_CHARACTERS}
        value={login.password}
        error={form.errors.password}
        onChange={(event) => login.typePassword(event.target.value)}
      />
      <p className={styles.beside}>
        <Link
          className={styles.link}
          to={typed === '' ? '/forgotpassword' : `/forgotpassword?${new URLSearchParams({ email: typed })}`}
        >
          Forgot your password?
        </Link>
      </p>
    </>
  );
}

/** Where those go who have no account, or do not get on (AUTH-05). */
function Foot() {
  return (
    <p className={styles.foot}>
      New here?{' '}
      <Link className={styles.link} to="/register">
        Sign Up
      </Link>{' '}
      ·{' '}
      <Link className={styles.link} to="/settings/help">
        Contact us
      </Link>{' '}
      · Read our{' '}
      <Link className={styles.link} to="/settings/terms">
        privacy policy
      </Link>
    </p>
  );
}

import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { v7 as uuidv7 } from 'uuid';
import { checkEmail } from '#domain/user/email.ts';
import { EMAIL_MAX_CHARACTERS, NAME_MAX_CHARACTERS, PASSWORD_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { parseName } from '#domain/user/name.ts';
import { checkPassword } from '#domain/user/password.ts';
import { userRejections } from '#domain/user/rejections.ts';
import { isSchoolEmail } from '#domain/user/schoolEmail.ts';
import { showAlert } from '../kit/alertStore.ts';
import { Button } from '../kit/Button.tsx';
import { Checkbox, PasswordField, TextField } from '../kit/Field.tsx';
import { useLead } from '../kit/navigation/useLead.ts';
import { serverNow } from '../kit/time/serverClock.ts';
import { type FormErrors, useFormErrors } from '../kit/useFormErrors.ts';
import { askForSchool, wishToJoin } from '../session/chainMemory.ts';
import { sessionStore } from '../session/session.ts';
import type { SignedIn } from '../session/signInHere.ts';
import { isGenericSite, site } from '../session/site.ts';
import { refusalOfField, showRefusal } from '../sync/showRefusal.ts';
import { RequestRefused, request } from '../sync/transport/http.ts';
import { AuthForm } from './AuthForm.tsx';
import styles from './AuthLayout.module.css';
import { fieldError } from './person/rejectionText.ts';
import { requestLink, type SentState, sentPath } from './requestLink.ts';
import { firstRegistration, keepTypedRegistration, registrationWasSent } from './typedRegistration.ts';
import { useLinkFailure } from './useLinkFailure.ts';
import { SignInWays } from './Ways.tsx';

/** The rule for names, below the error (AUTH-13). */
const NAME_HELP = 'Only letters, spaces and apostrophes, like Conan O’Brien.';

function nameError(name: string): string | null {
  const parsed = parseName(name);
  return parsed.ok ? null : fieldError(parsed.rejection);
}

/** Refusals that only the server can know, and that another address mends (AUTH-14). */
const EMAIL_CODES: readonly string[] = ['EMAIL_TAKEN', 'EMAIL_REFUSED'];
/** Refusals of a password that the form itself cannot know: the list of the commonest is the server's. */
const PASSWORD_CODES: readonly string[] = ['PASSWORD_COMMON'];

/** The field that a refusal is about. */
function fieldOf(error: unknown): 'email' | 'password' | null {
  if (!(error instanceof RequestRefused)) return null;
  if (EMAIL_CODES.includes(error.refusal.code)) return 'email';
  return PASSWORD_CODES.includes(error.refusal.code) ? 'password' : null;
}

type Field = 'email' | 'name' | 'password';

interface Typed extends Readonly<Record<Field, string>> {
  readonly terms: boolean;
  /** Joins the campus with the address once that is confirmed: its code proves the school, too (D03). */
  readonly joins: boolean;
}

/** Whether the address can prove the school of this site; who may have it is asked only when it is confirmed. */
function isOfThisCampus(email: string): boolean {
  return !isGenericSite && isSchoolEmail(site.id, email);
}

/** `/register` (AUTH-11 to AUTH-14). */
export default function RegisterPage() {
  const navigate = useNavigate();
  const registration = useRegistration();
  const { filled, busy } = registration;
  return (
    <AuthForm
      title="Create your account"
      lead="It takes a minute. Any email works; your school email comes next."
      onSubmit={registration.submit}
    >
      <Fields {...registration} />
      <div className={styles.actions}>
        <Button variant="primary" size="large" wide type="submit" disabled={!filled} busy={busy}>
          {busy ? 'Creating...' : 'Create account'}
        </Button>
        <Button wide onClick={() => navigate('/user_registration')}>
          Go Back
        </Button>
        <Button variant="quiet" wide disabled={!registration.filledForLink} busy={busy} onClick={registration.sendLink}>
          Sign up without a password
        </Button>
      </div>
      <SignInWays />
      <p className={styles.foot}>
        Already a member?{' '}
        <Link className={styles.link} to="/login?method=password">
          Log In
        </Link>
      </p>
    </AuthForm>
  );
}

/** State of the form, and its submission. */
function useRegistration() {
  const lead = useLead();
  const [query] = useSearchParams();
  const [typed, setTyped] = useState<Typed>(() => ({
    ...firstRegistration(query),
    password: '',
    terms: false,
    joins: false,
  }));
  const [busy, setBusy] = useState(false);
  const form = useFormErrors<Field>();
  // One id for one content: a retry after a lost answer makes no second account.
  const commandId = useRef(uuidv7());
  const change = (field: Field, value: string) => {
    const changed = { ...typed, [field]: value };
    setTyped(changed);
    keepTypedRegistration(changed, query);
    form.mend(field);
    commandId.current = uuidv7();
  };
  const tick = (which: 'terms' | 'joins', isOn: boolean) => setTyped({ ...typed, [which]: isOn });
  useEffect(() => form.focus(query.has('email') ? 'name' : 'email'), [form.focus, query]);

  useLinkFailure(query, form);

  const filledForLink = typed.email !== '' && typed.name.trim() !== '' && typed.terms;
  const filled = filledForLink && typed.password !== '';
  const submit = async () => {
    if (!filled || busy) return;
    const well = form.check({
      email: fieldError(checkEmail(typed.email)),
      name: nameError(typed.name),
      password: fieldError(checkPassword(typed.password)),
    });
    if (!well) return;
    setBusy(true);
    try {
      const { email, name, password } = typed;
      const body = { id: commandId.current, email, name, password, acceptedTerms: true };
      const answer = await request<SignedIn>('POST', '/api/registration', body);
      registrationWasSent();
      askForSchool();
      if (typed.joins && isOfThisCampus(email)) wishToJoin(answer.user.id);
      sessionStore.getState().signedIn(answer.user.id);
    } catch (error) {
      setBusy(false);
      // A refusal is final for its command id, but a later try may succeed: the address may be free by then.
      if (error instanceof RequestRefused && !error.refusal.retry) commandId.current = uuidv7();
      showRefusal(error, 'Something went wrong. Try again.');
      const field = fieldOf(error);
      if (field !== null) form.say(field, refusalOfField(error));
    }
  };
  /** A magic link makes the account when it is opened (AUTH-27). */
  const sendLink = async () => {
    const { email, name } = typed;
    const parsed = parseName(name);
    const well = form.check({ email: fieldError(checkEmail(email)), name: nameError(name), password: null });
    if (!filledForLink || busy || !well || !parsed.ok) return;
    setBusy(true);
    try {
      await requestLink({ email, ...parsed.name }, typed.joins && isOfThisCampus(email));
      registrationWasSent();
      showAlert('okay', 'Email sent.');
      const state: SentState = { sentAt: serverNow() };
      lead(sentPath({ email, ...parsed.name }), { state });
    } catch (error) {
      setBusy(false);
      showRefusal(error, 'An unknown error has occurred');
      form.say('email', refusalOfField(error));
    }
  };
  return { typed, change, tick, form, filled, filledForLink, busy, submit, sendLink };
}

function Fields(props: {
  readonly typed: Typed;
  readonly change: (field: Field, value: string) => void;
  readonly tick: (which: 'terms' | 'joins', isOn: boolean) => void;
  readonly form: FormErrors<Field>;
}) {
  const { typed, change, form } = props;
  return (
    <div className={styles.fields}>
      <TextField
        ref={form.control('email')}
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        maxLength={EMAIL_MAX_CHARACTERS}
        value={typed.email}
        error={form.errors.email}
        onChange={(event) => change('email', event.target.value)}
      />
      <TextField
        ref={form.control('name')}
        label="Name"
        name="name"
        autoComplete="name"
        placeholder="First and last name"
        maxLength={NAME_MAX_CHARACTERS}
        value={typed.name}
        error={form.errors.name}
        help={form.errors.name === userRejections.NAME_CHARACTERS.text ? NAME_HELP : null}
        onChange={(event) => change('name', event.target.value)}
      />
      <PasswordField
        ref={form.control('password')}
        label="Password"
        name="password"
        autoComplete="new-password"
        hint="At least 6 characters"
        maxLength={PASSWORD_MAX_CHARACTERS}
        value={typed.password}
        error={form.errors.password}
        onChange={(event) => change('password', event.target.value)}
      />
      {isOfThisCampus(typed.email) && (
        <Checkbox checked={typed.joins} onChange={(event) => props.tick('joins', event.target.checked)}>
          Join {site.name} with this email: one code is enough
        </Checkbox>
      )}
      <Checkbox checked={typed.terms} onChange={(event) => props.tick('terms', event.target.checked)}>
        I agree to the{' '}
        <Link className={styles.link} to="/settings/terms" target="_blank" rel="noopener">
          Terms of Service
        </Link>
      </Checkbox>
    </div>
  );
}

import { useEffect, useState } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { checkEmail, normaliseEmail } from '#domain/user/email.ts';
import { LINK_RESEND_SECONDS } from '#domain/user/limits.ts';
import { showAlert } from '../kit/alertStore.ts';
import { Button, ButtonLink } from '../kit/Button.tsx';
import { useLead } from '../kit/navigation/useLead.ts';
import { serverNow } from '../kit/time/serverClock.ts';
import { useFormErrors } from '../kit/useFormErrors.ts';
import { askForSchool, rememberReturn, wishToJoin } from '../session/chainMemory.ts';
import { sayBan } from '../session/sayBan.ts';
import { signInHere } from '../session/signInHere.ts';
import { refusalOfField, showRefusal } from '../sync/showRefusal.ts';
import { RequestRefused, request } from '../sync/transport/http.ts';
import { AuthForm } from './AuthForm.tsx';
import styles from './AuthLayout.module.css';
import { EmailField } from './EmailField.tsx';
import { askedLink, forgetLink } from './linkMemory.ts';
import { MailButton } from './MailButton.tsx';
import { fieldError } from './person/rejectionText.ts';
import { type LinkFor, requestLink, type SentState } from './requestLink.ts';
import { useCountdown } from './useResendWait.ts';
import { useTokenOfLink } from './useTokenOfLink.ts';

/** The answer to a link that was pressed. */
interface Pressed {
  readonly user: { readonly id: string };
  readonly passwordDropped: boolean;
}

/** Milliseconds for which it is said that a password was dropped: one has to read it. */
const DROPPED_ALERT_MS = 7_800;

function linkIn(query: URLSearchParams): LinkFor {
  const [email, first, last] = ['email', 'first', 'last'].map((name) => query.get(name));
  const name = first != null && last != null ? { first, last } : {};
  return { email: email ?? '', ...name };
}

/** `/login/sent`: waits for the magic link, and is where it leads (AUTH-25 to AUTH-29). */
export default function LoginSentPage() {
  const [query] = useSearchParams();
  const token = useTokenOfLink();
  const link = linkIn(query);
  if (token === null && link.email === '') return <Navigate replace to="/login?method=noPassword" />;
  return token === null ? <Waiting link={link} /> : <Opened link={link} token={token} />;
}

/** A link was asked for; nothing is mailed by opening the page. A masked address is that of a claimed account (Q13). */
function Waiting({ link }: { readonly link: LinkFor }) {
  const lead = useLead();
  const location = useLocation();
  const sentAt = (location.state as SentState | null)?.sentAt;
  const send = async () => {
    await requestLink(link);
    const state: SentState = { sentAt: serverNow() };
    lead(location.pathname + location.search, { replace: true, state });
  };
  const typed = isMasked(link.email) ? null : send;
  return <OnItsWay email={link.email} correction={correctionOf(link)} sentAt={sentAt} send={typed} />;
}

function OnItsWay(props: {
  readonly email: string;
  /** Path of the form with what was typed. */
  readonly correction: string;
  /** Milliseconds since the epoch; `undefined`: this page has mailed nothing yet. */
  readonly sentAt: number | undefined;
  /** `null`: the server has mailed it to an address that is not known here. */
  readonly send: (() => Promise<void>) | null;
}) {
  const { email, sentAt } = props;
  const [busy, setBusy] = useState(false);
  const wait = useCountdown(sentAt === undefined ? 0 : sentAt + LINK_RESEND_SECONDS * 1_000, LINK_RESEND_SECONDS);
  const send = async (mail: () => Promise<void>) => {
    setBusy(true);
    try {
      await mail();
      showAlert('okay', 'Email sent.');
    } catch (error) {
      showRefusal(error, 'An unknown error has occurred');
    } finally {
      setBusy(false);
    }
  };
  const isSent = sentAt !== undefined || props.send === null;
  const address = <strong>{email}</strong>;
  return (
    <AuthForm
      title={isSent ? 'Your magic link is on its way!' : 'Get a magic link'}
      lead={
        isSent ? (
          <>
            We sent it to {address}. Open it, and you are in.
            <br />
            This may take 1-2 minutes.
          </>
        ) : (
          <>We will send a link to {address}. Open it, and you are in.</>
        )
      }
    >
      <div className={styles.actions}>
        {isSent && <MailButton email={email} />}
        <Resend
          variant={isSent ? 'secondary' : 'primary'}
          label={isSent ? 'Resend Email' : 'Send link'}
          busy={busy || wait > 0}
          mail={props.send}
          onPress={send}
        />
        {wait > 0 && (
          <p className={styles.foot} aria-live="off">
            Send again in {wait} s
          </p>
        )}
        <ButtonLink variant="quiet" wide to={loginPath(email)}>
          Log in with password
        </ButtonLink>
        {!isMasked(email) && (
          <p className={styles.foot}>
            Is the address wrong?{' '}
            <Link className={styles.link} to={props.correction}>
              Change it
            </Link>
          </p>
        )}
      </div>
    </AuthForm>
  );
}

function Resend(props: {
  /** The next step stands out: the mail is to be opened, or first to be sent. */
  readonly variant: 'primary' | 'secondary';
  readonly label: string;
  readonly busy: boolean;
  readonly mail: (() => Promise<void>) | null;
  readonly onPress: (mail: () => Promise<void>) => Promise<void>;
}) {
  const { variant, label, busy, mail, onPress } = props;
  if (mail === null) return null;
  return (
    <Button variant={variant} size="large" wide busy={busy} onClick={() => onPress(mail)}>
      {label}
    </Button>
  );
}

/** Whether an address is one that the server has masked (`maskEmail`). */
function isMasked(email: string): boolean {
  return email.includes('•');
}

/** Where a mistyped address is corrected: log-in and sign-up keep what was typed. */
function correctionOf({ email, first, last }: LinkFor): string {
  if (first === undefined || last === undefined)
    return `/login?${new URLSearchParams({ method: 'noPassword', email })}`;
  return `/register?${new URLSearchParams({ email, name: `${first} ${last}` })}`;
}

function loginPath(email: string): string {
  const query = new URLSearchParams({ method: 'password' });
  if (email !== '' && !isMasked(email)) query.set('email', email);
  return `/login?${query}`;
}

/**
 * The link was opened. Nothing happens before the button is pressed, because scanners of mails open links, too; and in
 * a browser that did not ask for it, the address is asked for, so that nobody is logged in to a stranger's account by a
 * stranger's link (Q11).
 */
function Opened({ link, token }: { readonly link: LinkFor; readonly token: string }) {
  const press = usePress(link, token);
  const { form, isKnown, typed, busy } = press;
  const isNew = link.first !== undefined;
  useEffect(() => {
    if (!isKnown) form.focus('email');
  }, [isKnown, form.focus]);
  return (
    <AuthForm
      title={isNew ? 'Create your account' : 'Welcome back'}
      lead={
        isKnown ? (
          <>
            {isNew ? `You sign up as ${link.first} ${link.last} with` : 'You log in as'} <strong>{link.email}</strong>.
          </>
        ) : (
          'You did not ask for this link in this browser. Type the email address that it was sent to.'
        )
      }
      onSubmit={press.submit}
    >
      {!isKnown && (
        <EmailField
          ref={form.control('email')}
          value={typed}
          error={form.errors.email}
          onChange={(event) => press.type(event.target.value)}
        />
      )}
      <div className={styles.actions}>
        <Button variant="primary" size="large" wide type="submit" busy={busy}>
          {isNew ? (busy ? 'Creating...' : 'Create account') : busy ? 'Logging in...' : 'Log in'}
        </Button>
      </div>
      {isNew && (
        <p className={styles.foot}>
          With your account you agree to the{' '}
          <Link className={styles.link} to="/settings/terms" target="_blank" rel="noopener">
            Terms of Service
          </Link>
        </p>
      )}
    </AuthForm>
  );
}

/** State of an opened link, and its press. */
function usePress(link: LinkFor, token: string) {
  const lead = useLead();
  const form = useFormErrors<'email'>();
  const [asked] = useState(askedLink);
  const isKnown = asked !== null && normaliseEmail(asked.email) === normaliseEmail(link.email);
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);

  const failed = (error: unknown) => {
    const code = error instanceof RequestRefused ? error.refusal.code : null;
    const to = link.first === undefined ? '/login' : '/register';
    if (code === 'LINK_WRONG') return lead(`${to}?redirect=true`, { replace: true });
    showRefusal(error, 'Something went wrong. Try again.');
    sayBan(error);
    if (code === 'LINK_WITHOUT_ACCOUNT') return lead(`/register?${new URLSearchParams({ email: link.email })}`);
    form.say('email', refusalOfField(error));
  };
  const submit = async () => {
    const email = isKnown ? link.email : typed;
    if (busy || !form.check({ email: fieldError(checkEmail(email)) })) return;
    setBusy(true);
    try {
      const answer = await request<Pressed>('POST', '/api/session/link', { ...link, email, token });
      forgetLink();
      if (isKnown && asked.returnTo !== null) rememberReturn(asked.returnTo);
      if (isKnown && asked.joins) wishToJoin(answer.user.id);
      if (answer.passwordDropped) {
        const text = 'Your email is confirmed. The password from before no longer counts: choose a new one.';
        showAlert('okay', text, {
          duration: DROPPED_ALERT_MS,
          action: { label: 'Settings', to: '/settings/account' },
        });
      }
      askForSchool();
      signInHere(answer);
    } catch (error) {
      setBusy(false);
      failed(error);
    }
  };
  const type = (text: string) => {
    setTyped(text);
    form.mend('email');
  };
  return { form, isKnown, typed, type, busy, submit };
}

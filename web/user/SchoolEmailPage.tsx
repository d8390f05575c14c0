import { GraduationCap } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import type { Campus } from '#domain/campus/campus.ts';
import { findCampus } from '#domain/campus/registry.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { EMAIL_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { checkSchoolEmail, isSchoolEmail } from '#domain/user/schoolEmail.ts';
import { showAlert } from '../kit/alertStore.ts';
import { withArticle, withThe } from '../kit/article.ts';
import { Button } from '../kit/Button.tsx';
import { TextField } from '../kit/Field.tsx';
import { useLead } from '../kit/navigation/useLead.ts';
import { type FormErrors, useFormErrors } from '../kit/useFormErrors.ts';
import { usePageTitle } from '../kit/usePageTitle.ts';
import { forgetJoinWish, schoolWasAsked, wishesToJoin } from '../session/chainMemory.ts';
import { WANTED } from '../session/guard.ts';
import { safeReturnPath } from '../session/signInChain.ts';
import { isGenericSite, site } from '../session/site.ts';
import { useDirectCommand } from '../session/useDirectCommand.ts';
import { useViewer } from '../session/useViewer.ts';
import { refusalOfField, SOMETHING_WENT_WRONG, showRefusal } from '../sync/showRefusal.ts';
import { AuthForm } from './AuthForm.tsx';
import styles from './AuthLayout.module.css';
import { notNowPath } from './notNowPath.ts';
import { fieldError } from './person/rejectionText.ts';
import { useAfterJoining } from './useAfterJoining.ts';
import type { AskedState } from './VerifySchoolPage.tsx';

/**
 * `/settings/account/school_email?campus=&email=`: joining a campus, or changing the school address (VERF-10, VERF-11, D03). The generic
 * site has no addresses of its own: there it is about the campus that was picked, else the own one; who has none picks one.
 */
export default function SchoolEmailPage() {
  const [query] = useSearchParams();
  const { account } = useViewer();
  const here = isGenericSite ? findCampus(account?.memberOf ?? '') : site;
  const campus = findCampus(query.get('campus') ?? '') ?? here;
  return campus === undefined ? <Navigate replace to="/search_schools" /> : <SchoolEmail campus={campus} />;
}

function SchoolEmail({ campus }: { readonly campus: Campus }) {
  const [query] = useSearchParams();
  const { account } = useViewer();
  const isMember = account?.memberOf === campus.id;
  const current = isMember ? reveal(account.schoolEmail) : null;
  usePageTitle(isMember ? 'School email' : 'Join your campus');
  useEffect(schoolWasAsked, []);

  const own = account === undefined ? null : reveal(account.email);
  const offered = own !== null && !isMember && isSchoolEmail(campus.id, own) ? own : null;
  const school = useSchoolEmail(campus, current, offered);

  useJoinAsAsked(offered !== null && campus.id === site.id, school.joinAtOnce);

  // Joined elsewhere: in another tab, on a phone, or so shortly before that the news came after the page.
  const wanted = safeReturnPath(query.get(WANTED));
  if (isMember && wanted !== null && !school.busy) return <Navigate replace to={wanted} />;

  return (
    <AuthForm
      title={isMember ? 'Change your school email' : 'Join your campus'}
      lead={
        isMember ? (
          <>
            You are a verified member of {withThe(campus.fullName)} with <strong>{current}</strong>.
          </>
        ) : (
          `Confirm your ${campus.name} email to post and comment at ${withThe(campus.fullName)}.`
        )
      }
      onSubmit={school.submit}
    >
      {offered !== null && <Offer email={offered} campus={campus} busy={school.busy} onJoin={school.joinAtOnce} />}
      <SchoolEmailField campus={campus} form={school.form} email={school.email} onType={school.type} />
      <div className={styles.actions}>
        <Button variant={offered === null ? 'primary' : 'secondary'} size="large" wide type="submit" busy={school.busy}>
          {school.busy ? 'Processing...' : 'Send code'}
        </Button>
        <p className={styles.foot}>
          <Link className={styles.link} to={notNowPath()}>
            Not now
          </Link>
        </p>
      </div>
    </AuthForm>
  );
}

/**
 * Joins as a press on the button would, where that was asked for at sign-up by a tick: the address is confirmed by now. If
 * it fails, the form says why and offers the other ways.
 */
function useJoinAsAsked(mayJoin: boolean, join: () => unknown): void {
  const { userId } = useViewer();
  const due = useRef(mayJoin && wishesToJoin(userId) ? join : null);
  useEffect(() => {
    forgetJoinWish();
    const first = due.current;
    due.current = null;
    first?.();
  }, []);
}

/**
 * State of the form, and its submission.
 *
 * @param current the verified address of a member, which a new one would replace
 * @param offered the user's confirmed address, if it is one of the school
 */
function useSchoolEmail(campus: Campus, current: string | null, offered: string | null) {
  const lead = useLead();
  const [query] = useSearchParams();
  const [email, setEmail] = useState(query.get('email') ?? '');
  const [busy, setBusy] = useState(false);
  const form = useFormErrors<'email'>();
  const command = useDirectCommand();
  const joined = useAfterJoining();

  useEffect(() => {
    if (offered === null) form.focus('email');
  }, [offered, form.focus]);

  const run = async (task: () => Promise<void>) => {
    setBusy(true);
    try {
      await task();
    } catch (error) {
      showRefusal(error, SOMETHING_WENT_WRONG);
      form.say('email', refusalOfField(error));
    } finally {
      setBusy(false);
    }
  };
  const submit = () => {
    if (busy) return;
    const rejection = checkSchoolEmail(campus.id, email, current);
    if (rejection?.code === 'SOMETHING_WENT_WRONG') return showAlert('danger', SOMETHING_WENT_WRONG);
    if (!form.check({ email: fieldError(rejection) })) return;
    return run(async () => {
      await command('RequestSchoolCode', { campus: campus.id, email });
      const target = new URLSearchParams({ email: email.trim(), campus: campus.id });
      const state: AskedState = { asked: true };
      lead(`/settings/account/verify_school_email?${target}`, { state });
    });
  };
  const joinAtOnce = () => {
    if (busy) return;
    return run(async () => {
      await command('JoinWithConfirmedEmail', { campus: campus.id, email: offered ?? '' });
      await joined(campus.id);
    });
  };
  const type = (typed: string) => {
    setEmail(typed);
    form.mend('email');
  };
  return { email, type, busy, form, submit, joinAtOnce };
}

/** The own address is one of the school: it is confirmed already. */
function Offer(props: {
  readonly email: string;
  readonly campus: Campus;
  readonly busy: boolean;
  readonly onJoin: () => void;
}) {
  return (
    <div className={styles.offer}>
      <p>
        <strong>{props.email}</strong> is {withArticle(props.campus.name)} address and already confirmed. No second code
        needed.
      </p>
      <Button variant="primary" wide busy={props.busy} icon={<GraduationCap size={20} />} onClick={props.onJoin}>
        {props.busy ? 'Processing...' : 'Join with this email'}
      </Button>
    </div>
  );
}

function SchoolEmailField(props: {
  readonly campus: Campus;
  readonly form: FormErrors<'email'>;
  readonly email: string;
  readonly onType: (typed: string) => void;
}) {
  const { emailDomains } = props.campus;
  const endings = `Ends in ${emailDomains.map((domain) => `@${domain}`).join(', ')}`;
  return (
    <TextField
      ref={props.form.control('email')}
      label="School email"
      type="email"
      name="school-email"
      autoComplete="email"
      inputMode="email"
      autoCapitalize="none"
      placeholder={`name@${emailDomains[0] ?? 'school.edu'}`}
      hint={endings}
      help={endings}
      maxLength={EMAIL_MAX_CHARACTERS}
      value={props.email}
      error={props.form.errors.email}
      onChange={(event) => props.onType(event.target.value)}
    />
  );
}

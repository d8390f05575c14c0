import { GraduationCap } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { findCampus } from '#domain/campus/registry.ts';
import { EMAIL_MAX_CHARACTERS } from '#domain/kernel/limits.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { checkSchoolEmail, isSchoolEmail } from '#domain/user/schoolEmail.ts';
import { showAlert } from '../kit/alertStore.ts';
import { withArticle, withThe } from '../kit/article.ts';
import { Button } from '../kit/Button.tsx';
import { TextField } from '../kit/Field.tsx';
import { useFormErrors } from '../kit/useFormErrors.ts';
import { usePageTitle } from '../kit/usePageTitle.ts';
import { returnPath, schoolWasAsked } from '../session/chainMemory.ts';
import { site } from '../session/site.ts';
import { useViewer } from '../session/useViewer.ts';
import { refusalOfField, showRefusal } from '../sync/showRefusal.ts';
import { AuthForm } from './AuthForm.tsx';
import styles from './AuthLayout.module.css';
import { fieldError } from './rejectionText.ts';
import { useAccountCommand } from './useAccountCommand.ts';
import { useAfterJoining } from './useAfterJoining.ts';
import type { AskedState } from './VerifySchoolPage.tsx';

/** `/settings/account/school_email`: joining a campus, or changing the school address (VERF-10, VERF-11, D03). */
export default function SchoolEmailPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const campus = findCampus(query.get('campus') ?? '') ?? site;
  const { account } = useViewer();
  const isMember = account?.memberOf === campus.id;
  const current = isMember ? reveal(account.schoolEmail) : null;
  usePageTitle(isMember ? 'School email' : 'Join your campus');
  useEffect(schoolWasAsked, []);

  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState(false);
  const form = useFormErrors<'email'>();
  const command = useAccountCommand();
  const joined = useAfterJoining();

  const own = account === undefined ? null : reveal(account.email);
  const offered = own !== null && !isMember && isSchoolEmail(campus.id, own) ? own : null;

  useEffect(() => {
    if (offered === null) form.focus('email');
  }, [offered, form.focus]);

  const run = async (task: () => Promise<void>) => {
    setBusy(true);
    try {
      await task();
    } catch (error) {
      showRefusal(error);
      form.say('email', refusalOfField(error));
    } finally {
      setBusy(false);
    }
  };
  const submit = () => {
    if (busy) return;
    const rejection = checkSchoolEmail(campus.id, email, current);
    if (rejection?.code === 'SOMETHING_WENT_WRONG') return showAlert('danger', 'Something went wrong');
    if (!form.check({ email: fieldError(rejection) })) return;
    void run(async () => {
      await command('RequestSchoolCode', { campus: campus.id, email });
      const target = new URLSearchParams({ email: email.trim(), campus: campus.id });
      const state: AskedState = { asked: true };
      navigate(`/settings/account/verify_school_email?${target}`, { state });
    });
  };
  const joinAtOnce = () =>
    !busy &&
    run(async () => {
      await command('JoinWithConfirmedEmail', { campus: campus.id, email: offered ?? '' });
      joined(campus.id);
    });

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
      onSubmit={submit}
    >
      {offered !== null && (
        <div className={styles.offer}>
          <p>
            <strong>{offered}</strong> is {withArticle(campus.name)} address and already confirmed. No second code
            needed.
          </p>
          <Button
            variant="primary"
            wide
            busy={busy}
            icon={<GraduationCap size={20} />}
            onClick={() => void joinAtOnce()}
          >
            {busy ? 'Processing...' : 'Join with this email'}
          </Button>
        </div>
      )}
      <TextField
        ref={form.control('email')}
        label="School email"
        type="email"
        name="school-email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        placeholder={`name@${campus.emailDomains[0] ?? 'school.edu'}`}
        hint={`Ends in ${campus.emailDomains.map((domain) => `@${domain}`).join(', ')}`}
        maxLength={EMAIL_MAX_CHARACTERS}
        value={email}
        error={form.errors.email}
        onChange={(event) => {
          setEmail(event.target.value);
          form.mend('email');
        }}
      />
      <div className={styles.actions}>
        <Button variant={offered === null ? 'primary' : 'secondary'} size="large" wide type="submit" busy={busy}>
          {busy ? 'Processing...' : 'Send code'}
        </Button>
        <p className={styles.foot}>
          <Link className={styles.link} to={returnPath() ?? '/home'}>
            Not now
          </Link>
        </p>
      </div>
    </AuthForm>
  );
}

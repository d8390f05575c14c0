import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { checkEmail } from '#domain/user/email.ts';
import { userRejections } from '#domain/user/rejections.ts';
import { Button, ButtonLink } from '../kit/Button.tsx';
import { MessageDialog } from '../kit/MessageDialog.tsx';
import { useFormErrors } from '../kit/useFormErrors.ts';
import { refusalOfField, showRefusal } from '../sync/showRefusal.ts';
import { RequestRefused, request } from '../sync/transport/http.ts';
import { AuthForm } from './AuthForm.tsx';
import styles from './AuthLayout.module.css';
import { EmailField } from './EmailField.tsx';
import { MailButton } from './MailButton.tsx';
import { fieldError } from './person/rejectionText.ts';

const LOGIN = '/login?method=password';

/** `/forgotpassword?email=`: a link to a new password is mailed (AUTH-21 to AUTH-23). */
export default function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return sentTo === null ? <Ask onSent={setSentTo} /> : <Sent email={sentTo} />;
}

function Ask({ onSent }: { readonly onSent: (email: string) => void }) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [email, setEmail] = useState(query.get('email') ?? '');
  const [busy, setBusy] = useState(false);
  const [isUnknown, setUnknown] = useState(false);
  const form = useFormErrors<'email'>();
  useEffect(() => form.focus('email'), [form.focus]);

  const submit = async () => {
    if (busy || !form.check({ email: fieldError(checkEmail(email)) })) return;
    setBusy(true);
    try {
      await request('POST', '/api/password-resets', { email });
      onSent(email.trim());
    } catch (error) {
      setBusy(false);
      if (error instanceof RequestRefused && error.refusal.code === 'RESET_USER_UNKNOWN') return setUnknown(true);
      showRefusal(error);
      form.say('email', refusalOfField(error));
    }
  };
  return (
    <AuthForm
      title="Reset your password"
      lead="We will send you a link to choose a new one."
      back={{ label: 'Go back', onClick: () => navigate(LOGIN) }}
      onSubmit={submit}
    >
      <EmailField
        ref={form.control('email')}
        value={email}
        error={form.errors.email}
        onChange={(event) => {
          setEmail(event.target.value);
          form.mend('email');
        }}
      />
      <Button variant="primary" size="large" wide type="submit" busy={busy}>
        {busy ? 'Sending...' : 'Send reset link'}
      </Button>
      {/* AUTH-23 */}
      {isUnknown && <MessageDialog text={userRejections.RESET_USER_UNKNOWN.text} onClose={() => setUnknown(false)} />}
    </AuthForm>
  );
}

function Sent({ email }: { readonly email: string }) {
  return (
    <AuthForm
      title="Check your mail"
      lead={
        <>
          Check your inbox for the link to reset your password.
          <br />
          This may take 1-2 minutes.
        </>
      }
    >
      <div className={styles.actions}>
        <MailButton email={email} />
        <ButtonLink size="large" wide to={LOGIN}>
          Go to login
        </ButtonLink>
      </div>
    </AuthForm>
  );
}

import { useState } from 'react';
import { useNavigate } from 'react-router';
import { reveal } from '#domain/kernel/personal.ts';
import { checkNewEmail } from '#domain/user/addressDecisions.ts';
import { EMAIL_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { TextField } from '../kit/Field.tsx';
import { useFormErrors } from '../kit/useFormErrors.ts';
import { useDirectCommand } from '../session/useDirectCommand.ts';
import { useViewer } from '../session/useViewer.ts';
import { SettingsForm } from '../settings/face.ts';
import { fieldError } from './person/rejectionText.ts';
import type { AskedState } from './VerifySchoolPage.tsx';

/** `/settings/account/email`: another address, to which a code is mailed (SETT-08, VERF-19). */
export default function EmailPage() {
  const { account } = useViewer();
  const current = account === undefined ? null : reveal(account.email);
  const [email, setEmail] = useState('');
  const navigate = useNavigate();
  const send = useDirectCommand();
  const form = useFormErrors<'email'>();

  const requestCode = async () => {
    await send('RequestEmailChange', { email });
    const state: AskedState = { asked: true };
    navigate(`/settings/account/verify_email?${new URLSearchParams({ email: email.trim() })}`, { state });
  };

  return (
    <SettingsForm
      title="Email"
      lead={
        <>
          Your email address is <strong>{current}</strong>. You log in with it. We send a code to the new one.
        </>
      }
      form={form}
      field="email"
      check={() => ({ email: fieldError(checkNewEmail(email, current)) })}
      save={requestCode}
      saved={null}
      label="Send code"
    >
      <TextField
        ref={form.control('email')}
        label="New email"
        type="email"
        name="email"
        autoComplete="email"
        autoCapitalize="none"
        inputMode="email"
        maxLength={EMAIL_MAX_CHARACTERS}
        value={email}
        error={form.errors.email}
        onChange={(event) => {
          setEmail(event.target.value);
          form.mend('email');
        }}
      />
    </SettingsForm>
  );
}

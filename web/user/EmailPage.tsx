import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { v7 as uuidv7 } from 'uuid';
import { reveal } from '#domain/kernel/personal.ts';
import { checkNewEmail } from '#domain/user/addressDecisions.ts';
import { EMAIL_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { TextField } from '../kit/Field.tsx';
import { useLead } from '../kit/navigation/useLead.ts';
import { useFormErrors } from '../kit/useFormErrors.ts';
import { ProveAgain, passwordOrNone } from '../session/ProveAgain.tsx';
import { useViewer } from '../session/useViewer.ts';
import { SettingsForm } from '../settings/face.ts';
import { RequestRefused, request } from '../sync/transport/http.ts';
import { fieldError } from './person/rejectionText.ts';
import type { AskedState } from './VerifySchoolPage.tsx';

/** Refusals of the proof; all others are about the new address. */
const ABOUT_PASSWORD: readonly string[] = ['SIGN_IN_AGAIN', 'PASSWORD_WRONG', 'LOGIN_LOCKED'];

const FORM = '/settings/account/email';

/** `/settings/account/email?email=`: another address, to which a code is mailed (SETT-08, VERF-19). */
export default function EmailPage() {
  const { account } = useViewer();
  const current = account === undefined ? null : reveal(account.email);
  const [query] = useSearchParams();
  const [email, setEmail] = useState(query.get('email') ?? '');
  const lead = useLead();
  const [password, setPassword] = useState('');
  const form = useFormErrors<'email' | 'password'>();
  // The same for each try of one content, so that a request whose answer was lost is not another one.
  const id = useRef(uuidv7());

  const requestCode = async () => {
    const body = { id: id.current, email, password: passwordOrNone(password) };
    try {
      await request('POST', '/api/email-change/code', body);
    } catch (error) {
      if (error instanceof RequestRefused && !error.refusal.retry) id.current = uuidv7();
      throw error;
    }
    const state: AskedState = { asked: true };
    lead(`/settings/account/verify_email?${new URLSearchParams({ email: email.trim() })}`, { state });
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
      field={({ refusal }) => (ABOUT_PASSWORD.includes(refusal.code) ? 'password' : 'email')}
      check={() => ({ email: fieldError(checkNewEmail(email, current)), password: null })}
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
          id.current = uuidv7();
        }}
      />
      <ProveAgain
        form={form}
        password={password}
        onPassword={(typed) => {
          setPassword(typed);
          id.current = uuidv7();
        }}
        // The typed address is there again after the sign-in.
        path={email === '' ? FORM : `${FORM}?${new URLSearchParams({ email })}`}
      />
    </SettingsForm>
  );
}

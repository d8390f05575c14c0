import { useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '#domain/user/limits.ts';
import { checkPasswordFields, type PasswordFields } from '#domain/user/passwordForm.ts';
import { PasswordField } from '../../kit/Field.tsx';
import { useFormErrors } from '../../kit/useFormErrors.ts';
import { usePageTitle } from '../../kit/usePageTitle.ts';
import { NO_PASSWORD, SignInAgain } from '../../session/SignInAgain.tsx';
import { useViewer } from '../../session/useViewer.ts';
import { SettingsForm } from '../../settings/face.ts';
import { RequestRefused, request } from '../../sync/transport/http.ts';
import { fieldError } from '../person/rejectionText.ts';

type Field = keyof PasswordFields;

/** Refusals of the proof: the password that stands, or a fresh sign-in. All others are about the new one. */
const ABOUT_CURRENT: readonly string[] = [
  'PASSWORD_CURRENT_WRONG',
  'PASSWORD_CURRENT_REQUIRED',
  'LOGIN_LOCKED',
  'SIGN_IN_AGAIN',
];

const EMPTY: PasswordFields = { current: '', password: '', repeat: '' };

/** `/settings/account/password`: another password, or the first one (SETT-07, Q71). */
export default function PasswordPage() {
  const hasPassword = useViewer().account?.hasPassword ?? true;
  const [typed, setTyped] = useState(EMPTY);
  const form = useFormErrors<Field>();
  // One id for one content: a retry after a lost answer changes nothing twice.
  const commandId = useRef(uuidv7());
  const title = hasPassword ? 'Change your password' : 'Set a password';
  usePageTitle(title);

  const check = () => {
    const problems = checkPasswordFields(typed, hasPassword);
    return {
      current: fieldError(problems.current),
      password: fieldError(problems.password),
      repeat: fieldError(problems.repeat),
    };
  };
  const save = async () => {
    const { current, password } = typed;
    try {
      await request('POST', '/api/password', { id: commandId.current, current, password });
    } catch (error) {
      if (error instanceof RequestRefused && !error.refusal.retry) commandId.current = uuidv7();
      throw error;
    }
  };
  const fieldOf = (name: Field, label: string, autoComplete: string, hint?: string) => (
    <PasswordField
      ref={form.control(name)}
      label={label}
      name={name}
      autoComplete={autoComplete}
      hint={hint}
      maxLength={PASSWORD_MAX_CHARACTERS}
      value={typed[name]}
      error={form.errors[name]}
      onChange={(event) => {
        setTyped({ ...typed, [name]: event.target.value });
        form.mend(name);
        commandId.current = uuidv7();
      }}
    />
  );

  return (
    <SettingsForm
      title={title}
      lead={
        hasPassword
          ? 'Your other devices will be logged out.'
          : 'You log in with a link or with Google so far. With a password you can log in with your email, too.'
      }
      form={form}
      field={({ refusal }) => (ABOUT_CURRENT.includes(refusal.code) ? 'current' : 'password')}
      check={check}
      save={save}
      saved="Account Updated!"
      label={hasPassword ? 'Change password' : 'Set password'}
    >
      {hasPassword && fieldOf('current', 'Current password', 'current-password')}
      {fieldOf('password', 'New password', 'new-password', `At least ${PASSWORD_MIN_CHARACTERS} characters`)}
      {fieldOf('repeat', 'Repeat new password', 'new-password')}
      {!hasPassword && (
        <SignInAgain
          text={NO_PASSWORD}
          path="/settings/account/password"
          error={form.errors.current}
          control={form.control('current')}
        />
      )}
    </SettingsForm>
  );
}

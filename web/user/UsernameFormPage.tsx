import { useState } from 'react';
import { reveal } from '#domain/kernel/personal.ts';
import { USERNAME_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { checkUsername, normaliseUsername } from '#domain/user/username.ts';
import { TextField } from '../kit/Field.tsx';
import { useFormErrors } from '../kit/useFormErrors.ts';
import { useDirectCommand } from '../session/useDirectCommand.ts';
import { useViewer } from '../session/useViewer.ts';
import { SettingsForm } from '../settings/face.ts';
import { fieldError } from './person/rejectionText.ts';

/** `/settings/account/screen_name`: another user name (SETT-06). */
export default function UsernameFormPage() {
  const { person } = useViewer();
  const saved = person === undefined ? null : reveal(person.username);
  const [typed, setTyped] = useState<string | null>(null);
  const form = useFormErrors<'username'>();
  const send = useDirectCommand();
  const username = typed ?? saved ?? '';

  return (
    <SettingsForm
      title="Username"
      lead={
        <>
          Your profile is at <strong>/{saved}</strong>. When you change your username, the address before leads nowhere
          any more, and others may take the name.
        </>
      }
      form={form}
      field="username"
      changed={normaliseUsername(username) !== saved}
      check={() => ({ username: fieldError(checkUsername(username)) })}
      save={() => send('ChangeUsername', { username })}
      saved="Account Updated!"
    >
      <TextField
        ref={form.control('username')}
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={USERNAME_MAX_CHARACTERS}
        value={username}
        error={form.errors.username}
        onChange={(event) => {
          setTyped(event.target.value);
          form.mend('username');
        }}
      />
    </SettingsForm>
  );
}

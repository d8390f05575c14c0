import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { v7 as uuidv7 } from 'uuid';
import { PASSWORD_MAX_CHARACTERS } from '#domain/user/limits.ts';
import { PasswordField } from '../../kit/Field.tsx';
import { Spinner } from '../../kit/Spinner.tsx';
import { useFormErrors } from '../../kit/useFormErrors.ts';
import { useSession } from '../../session/session.ts';
import { useViewer } from '../../session/useViewer.ts';
import { ACCOUNT_PATH, SettingsBody, SettingsForm, SettingsHeader, SettingsNote } from '../../settings/face.ts';
import { RequestRefused, request } from '../../sync/transport/http.ts';

/** `/settings/account/google`: whether a Google account opens the account, and the way to undo it. */
export default function GooglePage() {
  const { account } = useViewer();
  const isOffered = useSession(({ google }) => google);
  if (account?.hasGoogle && account.hasPassword) return <UnlinkForm />;
  return (
    <>
      <SettingsHeader title="Google" up={ACCOUNT_PATH} needsNetwork />
      <SettingsBody>
        {account === undefined && <Spinner />}
        {account?.hasGoogle === true && (
          <SettingsNote>
            Your Google account opens this account. To unlink it, please{' '}
            <Link to="/settings/account/password">set a password</Link> first: without one, Google is your way in.
          </SettingsNote>
        )}
        {account?.hasGoogle === false && (
          <SettingsNote>
            No Google account is linked.
            {isOffered && ' Logging in with a Google account that has your email address links it.'}
          </SettingsNote>
        )}
      </SettingsBody>
    </>
  );
}

function UnlinkForm() {
  const [current, setCurrent] = useState('');
  const form = useFormErrors<'current'>();
  // One id for one password: a retry after a lost answer changes nothing twice.
  const commandId = useRef(uuidv7());
  const unlink = async () => {
    try {
      await request('POST', '/api/google/removal', { id: commandId.current, current });
    } catch (error) {
      if (error instanceof RequestRefused && !error.refusal.retry) commandId.current = uuidv7();
      throw error;
    }
  };
  return (
    <SettingsForm
      title="Google"
      lead="Your Google account opens this account. Unlinked, it does so no more; your email address and your password still do. Your other devices will be logged out. Logging in with a Google account that has the same email address links it again."
      form={form}
      field="current"
      check={() => ({ current: current === '' ? 'Current password required' : null })}
      save={unlink}
      saved="Account Updated!"
      label="Unlink Google"
      danger
    >
      <PasswordField
        ref={form.control('current')}
        label="Current password"
        name="current"
        autoComplete="current-password"
        maxLength={PASSWORD_MAX_CHARACTERS}
        value={current}
        error={form.errors.current}
        onChange={({ target }) => {
          setCurrent(target.value);
          form.mend('current');
          commandId.current = uuidv7();
        }}
      />
    </SettingsForm>
  );
}

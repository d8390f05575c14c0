import { useRef } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { showAlert } from '../kit/alertStore.ts';
import { request } from '../sync/transport/http.ts';
import type { NamedPasskey } from './dialogs.ts';
import { PasskeyForm } from './PasskeyForm.tsx';

/** Removes a passkey. */
export default function RemovePasskeyDialog({ id: passkeyId, name }: NamedPasskey) {
  /** One id for one password: a retry after a lost answer changes nothing twice. */
  const sent = useRef({ id: uuidv7(), current: '' });
  return (
    <PasskeyForm
      title="Remove this passkey?"
      lead={
        <>
          <bdi>{name}</bdi> will not open your account any more. Delete it on your device, too.
        </>
      }
      confirm="Remove"
      danger
      proves
      onSubmit={async ({ current }) => {
        if (sent.current.current !== current) sent.current = { id: uuidv7(), current };
        await request('POST', `/api/passkeys/${passkeyId}/removal`, sent.current);
        showAlert('success', 'Passkey removed.');
      }}
    />
  );
}

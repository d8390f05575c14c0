import { showAlert } from '../kit/alertStore.ts';
import { useDirectCommand } from '../session/useDirectCommand.ts';
import type { NamedPasskey } from './dialogs.ts';
import { PasskeyForm } from './PasskeyForm.tsx';

/** Gives a passkey another name. */
export default function RenamePasskeyDialog({ id: passkeyId, name: present }: NamedPasskey) {
  const send = useDirectCommand();
  return (
    <PasskeyForm
      title="Rename the passkey"
      lead="Only you see its name."
      confirm="Save"
      name={{ present }}
      proves={false}
      onSubmit={async ({ name }) => {
        await send('RenamePasskey', { passkeyId, name });
        showAlert('success', 'Passkey renamed.');
      }}
    />
  );
}

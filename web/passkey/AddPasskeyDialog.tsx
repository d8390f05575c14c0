import { showAlert } from '../kit/alertStore.ts';
import { addPasskey } from './ceremonies.ts';
import { PasskeyForm } from './PasskeyForm.tsx';

/** Makes a passkey on this device. */
export default function AddPasskeyDialog() {
  return (
    <PasskeyForm
      title="Add a passkey"
      lead="Your device asks you to unlock it, and keeps the passkey."
      confirm="Continue"
      name={{ present: '', hint: 'Such as “My phone”. Left empty, it is named after this browser.' }}
      proves
      onSubmit={async (input) => {
        await addPasskey(input);
        showAlert('success', 'Passkey added.');
      }}
    />
  );
}

import { useState } from 'react';
import { reveal } from '#domain/kernel/personal.ts';
import { PHONE_MAX_CHARACTERS } from '#domain/settings/limits.ts';
import { checkPhone, normalisePhone } from '#domain/settings/phone.ts';
import { TextField } from '../kit/Field.tsx';
import { useFormErrors } from '../kit/useFormErrors.ts';
import { useDirectCommand } from '../session/useDirectCommand.ts';
import { fieldError } from './rejectionText.ts';
import { SettingsForm } from './SettingsForm.tsx';
import { useOwnSettings } from './useOwnSettings.ts';

/** `/settings/account/phone` (SETT-09). */
export default function PhonePage() {
  const settings = useOwnSettings();
  const saved = settings === undefined ? null : reveal(settings.phone);
  const [typed, setTyped] = useState<string | null>(null);
  const form = useFormErrors<'phone'>();
  const send = useDirectCommand();
  const phone = typed ?? saved ?? '';

  return (
    <SettingsForm
      title="Phone"
      lead="Only you see your phone number."
      form={form}
      field="phone"
      changed={normalisePhone(phone) !== saved}
      check={() => ({ phone: fieldError(checkPhone(phone)) })}
      save={() => send('ChangePhone', { phone })}
    >
      <TextField
        ref={form.control('phone')}
        label="Phone #"
        type="tel"
        name="phone"
        autoComplete="tel"
        maxLength={PHONE_MAX_CHARACTERS}
        value={phone}
        error={form.errors.phone}
        onChange={(event) => {
          setTyped(event.target.value);
          form.mend('phone');
        }}
      />
    </SettingsForm>
  );
}

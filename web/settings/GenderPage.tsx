import { useState } from 'react';
import { reveal } from '#domain/kernel/personal.ts';
import type { Gender } from '#domain/settings/gender.ts';
import { settingsRejection } from '#domain/settings/rejection.ts';
import { RadioGroup } from '../kit/RadioGroup.tsx';
import { useFormErrors } from '../kit/useFormErrors.ts';
import { useDirectCommand } from '../session/useDirectCommand.ts';
import { GENDERS } from './genders.ts';
import { fieldError } from './rejectionText.ts';
import { SettingsForm } from './SettingsForm.tsx';
import { useOwnSettings } from './useOwnSettings.ts';

/** `/settings/account/gender` (SETT-10). */
export default function GenderPage() {
  const settings = useOwnSettings();
  const saved = settings === undefined ? null : reveal(settings.gender);
  const [chosen, setChosen] = useState<Gender | null>(null);
  const form = useFormErrors<'gender'>();
  const send = useDirectCommand();
  const gender = chosen ?? saved;

  return (
    <SettingsForm
      title="Gender"
      lead="Only you see your gender."
      form={form}
      field="gender"
      // Without one there is something to say: that one must be selected.
      changed={gender === null || gender !== saved}
      check={() => ({ gender: gender === null ? fieldError(settingsRejection('GENDER_REQUIRED')) : null })}
      save={async () => gender !== null && send('ChangeGender', { gender })}
    >
      <RadioGroup
        ref={form.control('gender')}
        label="Gender"
        options={GENDERS}
        value={gender}
        error={form.errors.gender}
        onChange={(next) => {
          setChosen(next);
          form.mend('gender');
        }}
      />
    </SettingsForm>
  );
}

import { useRef, useState } from 'react';
import { reveal } from '#domain/kernel/personal.ts';
import { checkGraduationYear } from '#domain/user/graduation.ts';
import { type Introduction, introductions } from '#projections/user/collections.ts';
import { TextField } from '../../kit/Field.tsx';
import { serverNow } from '../../kit/time/serverClock.ts';
import { useFormErrors } from '../../kit/useFormErrors.ts';
import { useSession } from '../../session/session.ts';
import { useDocument } from '../../sync/hooks.ts';
import { fieldError } from '../person/rejectionText.ts';
import { EditWindow } from './EditWindow.tsx';
import { useProfileChange } from './useProfileChange.ts';

/** Digits of a year. */
const YEAR_DIGITS = 4;

/** The graduation year, which nobody has to give: without one it is removed (Q80). */
export default function EditGraduationDialog() {
  const introduction = useDocument(
    introductions,
    useSession((session) => session.userId),
  );
  return introduction === undefined ? null : <EditGraduation introduction={introduction} />;
}

function EditGraduation({ introduction }: { readonly introduction: Introduction }) {
  const [saved] = useState(String(reveal(introduction.graduationYear) ?? ''));
  const [year, setYear] = useState(saved);
  const change = useProfileChange('Profile Updated');
  const form = useFormErrors<'year'>();
  const input = useRef<HTMLInputElement>(null);
  const save = () => {
    if (year === '') return void change.save('RemoveGraduationYear', {});
    const wrong = checkGraduationYear(Number(year), new Date(serverNow()).toISOString());
    if (form.check({ year: fieldError(wrong) })) void change.save('ChangeGraduationYear', { year: Number(year) });
  };
  return (
    <EditWindow title="Edit graduation year" change={change} dirty={year !== saved} focusFirst={input} onSave={save}>
      <TextField
        ref={(element) => {
          input.current = element;
          form.control('year')(element);
        }}
        label="Graduation year"
        inputMode="numeric"
        value={year}
        error={form.errors.year}
        hint="Shown on your profile. Leave it empty to show none."
        onChange={({ target }) => {
          setYear(target.value.replace(/\D/g, '').slice(0, YEAR_DIGITS));
          form.mend('year');
        }}
      />
    </EditWindow>
  );
}

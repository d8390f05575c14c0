import { useState } from 'react';
import { reveal } from '#domain/kernel/personal.ts';
import { checkBirthDate, daysInMonth, isSameDay } from '#domain/settings/birthDate.ts';
import type { BirthDate } from '#domain/settings/birthDateSchema.ts';
import { BIRTH_YEAR_MAX, BIRTH_YEAR_MIN } from '#domain/settings/limits.ts';
import { SelectField } from '../kit/Field.tsx';
import { serverNow } from '../kit/time/serverClock.ts';
import { useFormErrors } from '../kit/useFormErrors.ts';
import { useDirectCommand } from '../session/useDirectCommand.ts';
import styles from './BirthDatePage.module.css';
import { fieldError } from './rejectionText.ts';
import { SettingsForm } from './SettingsForm.tsx';
import { useOwnSettings } from './useOwnSettings.ts';

type Choice = { readonly [Part in keyof BirthDate]: number | null };

const NOTHING: Choice = { year: null, month: null, day: null };
/** A leap year, so that February keeps its 29th until a year is chosen. */
const ANY_YEAR = 2000;
/** Days that are offered until a month is chosen. */
const MOST_DAYS = 31;

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const months = numbers(1, 12).map((month) => ({
  value: month,
  text: monthName.format(Date.UTC(ANY_YEAR, month - 1)),
}));
const years = numbers(BIRTH_YEAR_MIN, BIRTH_YEAR_MAX)
  .reverse()
  .map((year) => ({ value: year, text: String(year) }));

/** A choice with the days of its month only (Q14). */
function withinMonth(choice: Choice): Choice {
  return choice.day !== null && choice.day > daysOf(choice) ? { ...choice, day: null } : choice;
}

function daysOf({ year, month }: Choice): number {
  return month === null ? MOST_DAYS : daysInMonth(year ?? ANY_YEAR, month);
}

/** `/settings/account/birth_date` (SETT-11). */
export default function BirthDatePage() {
  const settings = useOwnSettings();
  const saved = settings === undefined ? null : reveal(settings.birthDate);
  const [chosen, setChosen] = useState<Choice | null>(null);
  const form = useFormErrors<'birthDate'>();
  const send = useDirectCommand();
  const date = chosen ?? saved ?? NOTHING;
  const { year, month, day } = date;
  const whole = year === null || month === null || day === null ? null : { year, month, day };

  const choose = (part: keyof BirthDate) => (value: number | null) => {
    setChosen(withinMonth({ ...date, [part]: value }));
    form.mend('birthDate');
  };

  return (
    <SettingsForm
      title="Birth date"
      lead="Only you see your birth date. You must be at least 16 years old to use Quad."
      form={form}
      field="birthDate"
      changed={whole === null || !isSameDay(whole, saved)}
      check={() => ({ birthDate: fieldError(checkBirthDate(date, new Date(serverNow()).toISOString())) })}
      save={async () => whole !== null && send('ChangeBirthDate', whole)}
    >
      <div className={styles.parts}>
        <Part
          label="Month"
          control={form.control('birthDate')}
          options={months}
          value={month}
          onChoose={choose('month')}
          error={form.errors.birthDate}
        />
        <Part
          label="Day"
          options={numbers(1, daysOf(date)).map((each) => ({ value: each, text: String(each) }))}
          value={day}
          onChoose={choose('day')}
        />
        <Part label="Year" options={years} value={year} onChoose={choose('year')} />
      </div>
    </SettingsForm>
  );
}

function Part(props: {
  readonly label: string;
  readonly options: readonly { readonly value: number; readonly text: string }[];
  readonly value: number | null;
  readonly onChoose: (value: number | null) => void;
  readonly control?: (element: HTMLElement | null) => void;
  readonly error?: string | null | undefined;
}) {
  return (
    <SelectField
      {...(props.control === undefined ? {} : { ref: props.control })}
      label={props.label}
      error={props.error ?? null}
      value={props.value ?? ''}
      onChange={({ target }) => props.onChoose(target.value === '' ? null : Number(target.value))}
    >
      <option value="">{props.label}</option>
      {props.options.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}

import { UserRoundCog } from 'lucide-react';
import { reveal } from '#domain/kernel/personal.ts';
import type { SettingsPart } from '../noun.ts';
import { GENDERS } from './genders.ts';
import { useOwnSettings } from './useOwnSettings.ts';

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

function Phone() {
  const settings = useOwnSettings();
  return (settings && reveal(settings.phone)) ?? 'click to add';
}

function GenderValue() {
  const settings = useOwnSettings();
  const gender = settings && reveal(settings.gender);
  return gender ? GENDERS[gender] : 'None';
}

function BirthDateValue() {
  const settings = useOwnSettings();
  const date = settings && reveal(settings.birthDate);
  return date ? longDate.format(Date.UTC(date.year, date.month - 1, date.day)) : 'None';
}

function EmailNotifications() {
  return (useOwnSettings()?.emailNotifications ?? true) ? 'On' : 'Off';
}

const part: SettingsPart = {
  menu: [{ rank: 10, to: '/settings/account', label: 'Account Settings', icon: UserRoundCog, who: 'user' }],
  accountRows: [
    { rank: 40, label: 'Phone', to: '/settings/account/phone', Value: Phone },
    { rank: 80, label: 'Gender', to: '/settings/account/gender', Value: GenderValue },
    { rank: 90, label: 'Birth date', to: '/settings/account/birth_date', Value: BirthDateValue },
    {
      rank: 100,
      label: 'Email notifications',
      to: '/settings/account/notifications',
      Value: EmailNotifications,
    },
  ],
};

export default part;

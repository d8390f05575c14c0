import { LogIn, LogOut } from 'lucide-react';
import { reveal } from '#domain/kernel/personal.ts';
import { homes } from '#projections/user/collections.ts';
import type { SettingsPart } from '../noun.ts';
import { LANDING_PATH, SCHOOL_PATH } from '../session/guard.ts';
import { useViewer } from '../session/useViewer.ts';
import { useDocument } from '../sync/hooks.ts';
import { handle } from './person/names.ts';

const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });

function Username() {
  return handle(useViewer().person);
}

/** The password itself is shown nowhere (SETT-05). */
function Password() {
  const { account } = useViewer();
  return account === undefined ? null : account.hasPassword ? 'not available' : 'Set a password';
}

function Google() {
  const { account } = useViewer();
  return account === undefined ? null : account.hasGoogle ? 'Linked' : 'Not linked';
}

function Email() {
  const { account } = useViewer();
  return account === undefined ? null : reveal(account.email);
}

function SchoolEmail() {
  const { account } = useViewer();
  return account === undefined ? null : (reveal(account.schoolEmail) ?? 'Join your campus');
}

function Verified() {
  const { account } = useViewer();
  return account === undefined ? null : account.memberOf === null ? 'No' : 'Yes';
}

function Created() {
  const joinedAt = useDocument(homes, useViewer().userId)?.joinedAt;
  if (joinedAt === undefined) return null;
  return <time dateTime={joinedAt}>{dateAndTime.format(new Date(joinedAt))}</time>;
}

const part: SettingsPart = {
  menu: [
    { rank: 10, to: LANDING_PATH, label: 'Log In / Sign Up', icon: LogIn, who: 'visitor' },
    { rank: 120, to: '/logout', label: 'Log Out', icon: LogOut, who: 'user' },
  ],
  accountRows: [
    { rank: 10, label: 'Username', to: '/settings/account/screen_name', Value: Username },
    { rank: 20, label: 'Password', to: '/settings/account/password', Value: Password },
    { rank: 23, label: 'Google', to: '/settings/account/google', Value: Google },
    { rank: 30, label: 'Email', to: '/settings/account/email', Value: Email },
    { rank: 25, label: 'Devices', to: '/settings/account/sessions', Value: () => 'Where you are logged in' },
    { rank: 50, label: 'School Email', to: SCHOOL_PATH, Value: SchoolEmail },
    { rank: 60, label: 'Verified', Value: Verified },
    { rank: 70, label: 'Account created', Value: Created },
  ],
  kept: [
    { where: 'cookie', name: 'quad_google', use: 'while you log in with Google: that it was this browser that asked.' },
    {
      where: 'tab',
      name: 'quad-register',
      use: 'the name and address that you typed to sign up, until they are sent.',
    },
    { where: 'device', name: 'quad-link', use: 'the address to which you had a link for logging in mailed.' },
    {
      where: 'tab',
      name: 'quad-remind-profile',
      use: 'that you are to be reminded of your profile when you come back from it.',
    },
    { where: 'tab', name: 'update_success', use: 'a notice for the next page: that your change was saved.' },
  ],
};

export default part;

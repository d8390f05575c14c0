import { LogIn, LogOut, UserRound, UserRoundPlus } from 'lucide-react';
import { lazySoon } from '../kit/lazySoon.ts';
import { fill } from '../kit/slots.tsx';
import { tabStorage } from '../kit/storage/textStorage.ts';
import { defineWebNoun, frameSlots } from '../noun.ts';
import { completeProfileDialog, signInDialog, verifySchoolDialog } from '../session/dialogs.ts';
import { LANDING_PATH, SCHOOL_PATH, VERIFY_PATH } from '../session/guard.ts';
import { EndedByBan } from './EndedByBan.tsx';
import { editBioDialog, editGraduationDialog, editNameDialog, editPhotoDialog } from './edit/dialogs.ts';
import { entrance } from './entrance.ts';
import { OwnPicture } from './OwnPicture.tsx';
import { fullName, handle } from './person/names.ts';
import { ProfileReminder } from './profileReminder.ts';
import { signInWays } from './slots.ts';
import { VerifyBanner } from './VerifyBanner.tsx';

const logIn = { to: '/login?method=password', label: 'Log In', icon: LogIn, who: 'visitor' } as const;
const signUp = { to: '/register', label: 'Sign Up', icon: UserRoundPlus, who: 'visitor' } as const;
const profile = { to: '/profile', label: 'Profile', icon: UserRound, who: 'user' } as const;

/** People: the way in and out, profiles, the own account. */
export const user = defineWebNoun({
  name: 'user',
  routes: [
    { path: '/profile', Page: lazySoon(() => import('./ProfilePage.tsx')), guard: 'protected', isOpen: true },
    {
      path: '/profile/set-up',
      Page: lazySoon(() => import('./Wizard.tsx')),
      guard: 'protected',
      title: 'Set up your profile',
      over: '/profile',
      isOpen: true,
    },
    {
      path: '/profile/edit',
      Page: lazySoon(() => import('./edit/EditProfilePage.tsx')),
      guard: 'edit',
      title: 'Edit Profile',
      isOpen: true,
    },
    // It guards itself: one's own profile is open to oneself.
    {
      path: '/:username',
      Page: lazySoon(() => import('./UsernamePage.tsx')),
      SharedLink: lazySoon(() => import('./SharedProfile.tsx')),
    },
    {
      path: LANDING_PATH,
      Page: lazySoon(() => import('./LandingPage.tsx')),
      guard: 'signed-out',
      title: 'Welcome',
      frame: entrance,
    },
    {
      path: '/login',
      Page: lazySoon(() => import('./LoginPage.tsx')),
      guard: 'signed-out',
      title: 'Log in',
      frame: entrance,
    },
    {
      path: '/login/google',
      Page: lazySoon(() => import('./google/GoogleReturnPage.tsx')),
      title: 'Log in with Google',
      frame: entrance,
    },
    {
      path: '/login/sent',
      Page: lazySoon(() => import('./LoginSentPage.tsx')),
      guard: 'signed-out',
      title: 'Magic link',
      frame: entrance,
    },
    {
      path: '/forgotpassword',
      Page: lazySoon(() => import('./ForgotPasswordPage.tsx')),
      title: 'Reset your password',
      frame: entrance,
    },
    {
      path: '/forgotpassword/new',
      Page: lazySoon(() => import('./NewPasswordPage.tsx')),
      title: 'Choose a new password',
      frame: entrance,
    },
    {
      path: '/register',
      Page: lazySoon(() => import('./RegisterPage.tsx')),
      guard: 'signed-out',
      title: 'Sign up',
      frame: entrance,
    },
    {
      path: VERIFY_PATH,
      Page: lazySoon(() => import('./VerifyPage.tsx')),
      guard: 'verify',
      title: 'Confirm your email',
      frame: entrance,
    },
    {
      path: SCHOOL_PATH,
      Page: lazySoon(() => import('./SchoolEmailPage.tsx')),
      guard: 'protected',
      frame: entrance,
    },
    {
      path: '/settings/account/verify_school_email',
      Page: lazySoon(() => import('./VerifySchoolPage.tsx')),
      guard: 'protected',
      title: 'Verify your school email',
      frame: entrance,
    },
    {
      path: '/settings/account/screen_name',
      Page: lazySoon(() => import('./UsernameFormPage.tsx')),
      guard: 'protected',
      title: 'Username',
      frame: 'settings',
    },
    {
      path: '/settings/account/password',
      Page: lazySoon(() => import('./security/PasswordPage.tsx')),
      guard: 'protected',
      frame: 'settings',
    },
    {
      path: '/settings/account/google',
      Page: lazySoon(() => import('./security/GooglePage.tsx')),
      guard: 'protected',
      title: 'Google',
      frame: 'settings',
    },
    {
      path: '/settings/account/sessions',
      Page: lazySoon(() => import('./security/SessionsPage.tsx')),
      guard: 'protected',
      title: 'Devices',
      frame: 'settings',
    },
    {
      path: '/settings/account/email',
      Page: lazySoon(() => import('./EmailPage.tsx')),
      guard: 'protected',
      title: 'Email',
      frame: 'settings',
    },
    {
      path: '/settings/account/verify_email',
      Page: lazySoon(() => import('./VerifyEmailChangePage.tsx')),
      guard: 'protected',
      title: 'Verify your email',
      frame: entrance,
    },
    {
      path: '/logout',
      Page: lazySoon(() => import('./LogoutPage.tsx')),
      guard: 'signed-in',
      title: 'Log out',
      frame: entrance,
    },
  ],
  navigation: {
    side: [
      { ...profile, rank: 30 },
      { ...logIn, rank: 20 },
      { ...signUp, rank: 30 },
    ],
    bottom: [{ rank: 20, to: LANDING_PATH, label: 'Log In or Sign Up', icon: LogIn, who: 'visitor' }],
    menu: [
      { ...profile, rank: 10, label: 'View Profile' },
      { rank: 30, to: '/logout', label: 'Log Out', icon: LogOut, who: 'user', isLast: true },
      { ...logIn, rank: 10, label: 'Log In with Email' },
      { ...signUp, rank: 20, label: 'Sign Up with Email' },
    ],
  },
  account: {
    Picture: OwnPicture,
    words: ({ person }) => (person === undefined ? null : { name: fullName(person), handle: handle(person) }),
  },
  dialogs: [
    fill(
      signInDialog,
      lazySoon(() => import('./AuthDialog.tsx')),
    ),
    fill(
      verifySchoolDialog,
      lazySoon(() => import('./VerifySchoolDialog.tsx')),
    ),
    fill(
      completeProfileDialog,
      lazySoon(() => import('./CompleteProfileDialog.tsx')),
    ),
    fill(
      editPhotoDialog,
      lazySoon(() => import('./edit/EditPhotoDialog.tsx')),
    ),
    fill(
      editNameDialog,
      lazySoon(() => import('./edit/EditNameDialog.tsx')),
    ),
    fill(
      editBioDialog,
      lazySoon(() => import('./edit/EditBioDialog.tsx')),
    ),
    fill(
      editGraduationDialog,
      lazySoon(() => import('./edit/EditGraduationDialog.tsx')),
    ),
  ],
  notices: { update_success: { true: 'Profile Updated' } },
  slots: [
    fill(
      signInWays,
      lazySoon(() => import('./google/GoogleButton.tsx')),
    ),
    fill(
      frameSlots.accountMenu,
      lazySoon(() => import('./google/GoogleEntry.tsx')),
    ),
    fill(frameSlots.pageTop, VerifyBanner),
    fill(frameSlots.always, ProfileReminder),
    fill(frameSlots.always, EndedByBan),
  ],
  settings: () => import('./settingsPart.tsx'),
  // `typedRegistration.ts`, which comes with its page.
  forget: async () => tabStorage.removeItem('quad-register'),
  direct: ['RequestEmailCode', 'RequestSchoolCode', 'JoinWithConfirmedEmail', 'ChangeUsername'],
  outbox: {
    ChangeBio: { name: 'Your bio' },
    ChangeGraduationYear: { name: 'Your graduation year' },
    RemoveGraduationYear: { name: 'Your graduation year' },
    ChangeName: { name: 'Your name' },
    ChangeProfilePicture: { name: 'Your profile picture' },
  },
});

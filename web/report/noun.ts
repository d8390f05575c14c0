import { ShieldCheck } from 'lucide-react';
import { lazySoon } from '../kit/lazySoon.ts';
import { fill } from '../kit/slots.tsx';
import { defineWebNoun, type PageRoute } from '../noun.ts';
import { othersMenu } from '../post/face.ts';
import { profileMenu } from '../user/face.ts';
import { banDialog, liftDialog, privacyDialog, removeDialog, reportDialog, takeBackDialog } from './dialogs.ts';

const ModerationPage = lazySoon(() => import('./ModerationPage.tsx'));
const paths = ['/moderation', '/moderation/:list'] as const;
const consoleLink = {
  rank: 60,
  to: '/moderation',
  label: 'Moderation',
  icon: ShieldCheck,
  who: 'moderator',
} as const;

/** Reports by everybody; for moderators also removals, bans, and the console. */
export const report = defineWebNoun({
  name: 'report',
  routes: paths.map(
    (path): PageRoute => ({ path, Page: ModerationPage, guard: 'moderator', isOpen: true, title: 'Moderation' }),
  ),
  navigation: { side: [consoleLink], menu: [consoleLink] },
  consoleTabs: () => import('./consoleTabs.tsx'),
  dialogs: [
    fill(
      reportDialog,
      lazySoon(() => import('./ReportDialog.tsx')),
    ),
    fill(
      removeDialog,
      lazySoon(() => import('./RemoveDialog.tsx')),
    ),
    fill(
      banDialog,
      lazySoon(() => import('./BanDialog.tsx')),
    ),
    fill(
      liftDialog,
      lazySoon(() => import('./LiftDialog.tsx')),
    ),
    fill(
      privacyDialog,
      lazySoon(() => import('./PrivacyDialog.tsx')),
    ),
    fill(
      takeBackDialog,
      lazySoon(() => import('./TakeBackDialog.tsx')),
    ),
  ],
  slots: [
    fill(
      othersMenu,
      lazySoon(() => import('./PostReport.tsx')),
    ),
    fill(
      profileMenu,
      lazySoon(() => import('./PersonReport.tsx')),
    ),
  ],
  direct: [
    'ReportPerson',
    'ReportPost',
    'ReportMessage',
    'RemovePost',
    'BanPerson',
    'LiftBan',
    'TakeCase',
    'ReleaseCase',
    'DismissCase',
    'OptOutOfAnalytics',
    'OptIntoAnalytics',
    'TakeBackSearchTerm',
  ],
});

import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { openDialog } from '../kit/dialog/dialogStore.ts';
import { tabStorage } from '../kit/storage/textStorage.ts';
import { completeProfileDialog } from '../session/dialogs.ts';
import { useViewer } from '../session/useViewer.ts';

/** Flag of this tab: the set-up was opened from the window that asks for a complete profile (PROF-20). */
const FLAG = 'quad-remind-profile';
const SET_UP_PATH = '/profile/set-up';

/** Lets the window open once more on return from the set-up page, should the profile still be incomplete. */
export function remindOnReturn(): void {
  tabStorage.setItem(FLAG, 'true');
}

/** Opens the window on return from the set-up page, once (PROF-20); draws nothing. */
export function ProfileReminder() {
  const { pathname } = useLocation();
  const { status, profileComplete } = useViewer();
  useEffect(() => {
    if (pathname === SET_UP_PATH || status === 'loading' || tabStorage.getItem(FLAG) === null) return;
    tabStorage.removeItem(FLAG);
    if (status !== 'user' || profileComplete) return;
    openDialog(completeProfileDialog, {});
  }, [pathname, status, profileComplete]);
  return null;
}

import { dialog } from '../kit/dialog/dialogStore.ts';

/** Text for a visitor who is asked to sign in (AUTH-32). */
export interface Invitation {
  readonly title: string;
  readonly text: string;
}

/** Asks a visitor to sign in; afterwards `returnTo` is opened (AUTH-33). */
export const signInDialog = dialog<{ readonly invitation: Invitation; readonly returnTo: string }>('sign in');

/**
 * Asks for the school's e-mail address (VERF-18). `onClose`: given where the dialog replaces a page. `isGuest`: asks a
 * member of another campus to join this one (Q07).
 */
export const verifySchoolDialog = dialog<{ readonly onClose?: () => void; readonly isGuest?: boolean }>(
  'verify school',
);

/** Asks for a picture and a bio (PROF-27). */
export const completeProfileDialog = dialog('complete profile');

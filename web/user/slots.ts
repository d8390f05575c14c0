import type { Profile } from '#projections/user/collections.ts';
import { slot } from '../kit/slots.tsx';

/** Sections below a profile's head. */
export const profileSections = slot<{ readonly userId: string; readonly isOwn: boolean }>('sections of a profile');

/** Ways of signing in beside the e-mail address: on the landing page, log-in, sign-up and the dialog that asks to sign in. */
export const signInWays = slot<{
  /** Remembers where to return to, and closes what is open. Called before a way leaves the page or signs in. */
  readonly onLeave?: () => void;
}>('ways of signing in');

/** The menu of somebody else's profile (PROF-05). */
export const othersProfileMenu = slot<{ readonly person: Profile }>("menu of somebody else's profile");

import type { Profile } from '#projections/user/collections.ts';
import { slot } from '../kit/slots.tsx';

interface ProfileTab {
  readonly userId: string;
  readonly isOwn: boolean;
}

/** The tabs of a profile: the noun whose things a tab shows fills it (PROF-02). */
export const profileTabs = {
  posts: slot<ProfileTab>('posts of a profile'),
  photos: slot<ProfileTab>('photos of a profile'),
  replies: slot<ProfileTab>('replies of a profile'),
  likes: slot<ProfileTab>('likes of a profile'),
} as const;

/** Entries of other nouns in the menu of a profile: a `MenuItem` each (PROF-05). */
export const profileMenu = slot<{ readonly person: Profile; readonly isOwn: boolean }>('menu of a profile');

/** The main buttons of other nouns on somebody else's profile (PROF-07). */
export const profileActions = slot<{ readonly person: Profile }>("actions of somebody else's profile");

interface Way {
  /** Remembers where to return to, and closes what is open. Called before a way leaves the page or signs in. */
  readonly onLeave?: () => void;
}

/** Ways of signing up or in beside the e-mail address: on the landing page, log-in, sign-up and the dialog that asks to sign in. */
export const signInWays = slot<Way>('ways of signing up or in');

/** Ways that open an account and make none: not on the page of the sign-up. */
export const logInWays = slot<Way>('ways of logging in');

import { maySeeCampus } from '../campus/access.ts';
import { type Denial, mustBeConfirmed, mustBeSignedIn, type Viewer } from '../kernel/access.ts';
import { userRejection } from './rejections.ts';

/** What of a profile matters for posting (PROF-27). */
export interface ProfileFacts {
  readonly hasPicture: boolean;
  readonly hasBio: boolean;
}

/** Title of the dialog that leads to the profile set-up (PROF-27). */
export const PROFILE_INCOMPLETE_TITLE = 'Your profile is not complete';

/** Whether a profile is set up: picture and bio (profile_set_up, PROF-27). */
export function isProfileComplete(profile: ProfileFacts): boolean {
  return profile.hasPicture && profile.hasBio;
}

/** Denies what needs a complete profile (PROF-27). */
export function mustHaveProfile(profile: ProfileFacts): Denial<'PROFILE_INCOMPLETE'> {
  return isProfileComplete(profile) ? null : userRejection('PROFILE_INCOMPLETE');
}

/** Who may see people and change accounts. */
export const userAccess = {
  /** The profile and its picture: oneself, and whoever may see the campus (PROF-01, CAMP-07). */
  maySee(viewer: Viewer, user: { readonly id: string; readonly campus: string }): boolean {
    return viewer.userId === user.id || maySeeCampus(viewer, user.campus);
  },
  /** The account and what else only its owner is told (`me:<user>`). */
  maySeeAccount(viewer: Viewer, userId: string): boolean {
    return viewer.userId === userId;
  },
  /** An account is changed by its owner alone: each of these goes to the sender's own stream. */
  mayDo: {
    RequestEmailCode: mustBeSignedIn,
    RequestSchoolCode: mustBeConfirmed,
    JoinWithConfirmedEmail: mustBeConfirmed,
    /** The vault has found the code right; that alone does not confirm the account's own address. */
    VerifySchool: mustBeConfirmed,
    ChangeProfilePicture: mustBeConfirmed,
    ChangeBio: mustBeConfirmed,
  },
};

import { maySeeCampus } from '../campus/access.ts';
import { type Denial, mustBeConfirmed, mustBeSignedIn, type Reader, type Viewer } from '../kernel/access.ts';
import { userRejection } from './rejection.ts';

/** Parts of a profile that posting requires (PROF-27). */
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

/** Denies actions that need a complete profile (PROF-27). */
export function mustHaveProfile(profile: ProfileFacts): Denial<'PROFILE_INCOMPLETE'> {
  return isProfileComplete(profile) ? null : userRejection('PROFILE_INCOMPLETE');
}

/** Who may see people and change accounts. */
export const userAccess = {
  /**
   * The profile and its picture: visible to the user, to everyone who may see the campus (PROF-01, CAMP-07), and to
   * moderators, because people are reported on every campus.
   */
  maySee(reader: Reader, user: { readonly id: string; readonly campus: string }): boolean {
    return reader.userId === user.id || reader.isModerator || maySeeCampus(reader, user.campus);
  },
  /** The account and other data that only its owner may see (`me:<user>`). */
  maySeeAccount(viewer: Viewer, userId: string): boolean {
    return viewer.userId === userId;
  },
  /** Only its owner changes an account: each of these commands targets the sender's own stream. */
  mayDo: {
    RequestEmailCode: mustBeSignedIn,
    ChangeUnconfirmedEmail: mustBeSignedIn,
    RequestSchoolCode: mustBeConfirmed,
    JoinWithConfirmedEmail: mustBeConfirmed,
    /** The vault has found the code right; that alone does not confirm the account's own address. */
    VerifySchool: mustBeConfirmed,
    RequestEmailChange: mustBeConfirmed,
    ChangeEmail: mustBeConfirmed,
    ChangeUsername: mustBeConfirmed,
    ChangeProfilePicture: mustBeConfirmed,
    ChangeBio: mustBeConfirmed,
    ChangeName: mustBeConfirmed,
    ChangeGraduationYear: mustBeConfirmed,
    RemoveGraduationYear: mustBeConfirmed,
  },
};

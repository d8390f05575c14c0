import { findCampus } from './registry.ts';

/** Who looks: what the access rules need to know of a connection or request. */
export interface Viewer {
  /** `null`: signed out. */
  readonly userId: string | null;
  /** The e-mail address is confirmed. */
  readonly verified: boolean;
  /** Campus of which the viewer is a school-verified member, else `null`. */
  readonly memberOf: string | null;
}

/** A signed-out viewer. */
export const VISITOR: Viewer = { userId: null, verified: false, memberOf: null };

/** What of a profile matters for posting (PROF-27). */
export interface ProfileFacts {
  readonly hasPicture: boolean;
  readonly hasBio: boolean;
}

/** Why somebody may not write or save yet: the first gate that is shut. Each has its text and its way on. */
export type Gate =
  | 'SIGNED_OUT'
  | 'EMAIL_NOT_CONFIRMED'
  | 'SCHOOL_NOT_VERIFIED'
  | 'OTHER_CAMPUS'
  | 'PROFILE_INCOMPLETE'
  | 'CAMPUS_PRIVATE';

/** What a person reads at a shut gate. */
export const gateTexts = {
  SIGNED_OUT: 'Please log in first.',
  EMAIL_NOT_CONFIRMED: 'Please confirm your email address first.',
  SCHOOL_NOT_VERIFIED: 'Please verify your school email before posting, commenting or messaging.',
  OTHER_CAMPUS: 'You are a guest on this campus. Join it with your school email to post and comment here.',
  /** PROF-27; the dialog's title is PROFILE_INCOMPLETE_TITLE. */
  PROFILE_INCOMPLETE: 'Please pick a profile picture and add a bio before posting.',
  CAMPUS_PRIVATE: 'This community is private.',
} as const satisfies Record<Gate, string>;

/** Title of the dialog that leads to the profile set-up (PROF-27). */
export const PROFILE_INCOMPLETE_TITLE = 'Your profile is not complete';

/**
 * Whether the viewer may see what a campus's members share: feed, posts, people, counts, over every channel
 * (CAMP-07, Q06). Unknown campuses are closed.
 */
export function maySeeCampus(viewer: Viewer, campusId: string): boolean {
  const campus = findCampus(campusId);
  if (campus === undefined) return false;
  return campus.privacy === 'public' || viewer.memberOf === campusId;
}

/** Whether a profile is set up: picture and bio (profile_set_up, PROF-27). */
export function isProfileComplete(profile: ProfileFacts): boolean {
  return profile.hasPicture && profile.hasBio;
}

/** The gate that keeps the viewer from acting under a confirmed account, or `null` (GUARD-02). */
export function gateToAct(viewer: Viewer): Gate | null {
  if (viewer.userId === null) return 'SIGNED_OUT';
  return viewer.verified ? null : 'EMAIL_NOT_CONFIRMED';
}

/**
 * The gate that keeps the viewer from commenting on a campus, or `null` (COMM-06, Q07). A complete profile is
 * not needed for it (decisions D18).
 */
export function gateToComment(viewer: Viewer, campusId: string): Gate | null {
  const gate = gateToAct(viewer);
  if (gate !== null) return gate;
  if (viewer.memberOf === null) return 'SCHOOL_NOT_VERIFIED';
  return viewer.memberOf === campusId ? null : 'OTHER_CAMPUS';
}

/** The gate that keeps the viewer from posting on a campus, or `null`; in the order of POST-15. */
export function gateToPost(viewer: Viewer, profile: ProfileFacts, campusId: string): Gate | null {
  const gate = gateToComment(viewer, campusId);
  if (gate !== null) return gate;
  return isProfileComplete(profile) ? null : 'PROFILE_INCOMPLETE';
}

/** The gate that keeps the viewer from saving a post of a campus, or `null`; a school is not needed (SAVE-11, Q42). */
export function gateToSave(viewer: Viewer, campusId: string): Gate | null {
  const gate = gateToAct(viewer);
  if (gate !== null) return gate;
  return maySeeCampus(viewer, campusId) ? null : 'CAMPUS_PRIVATE';
}

import { type Denial, mustBeConfirmed, mustBeModerator, type Reader, type Viewer } from '../kernel/access.ts';
import { findCampus, GENERIC_CAMPUS } from './registry.ts';
import { campusRejection } from './rejection.ts';

/**
 * Whether the viewer may see the contents of a campus: feed, posts, people, counts, over every channel (CAMP-07, Q06).
 * Unknown campuses are closed.
 */
export function maySeeCampus(reader: Reader, campusId: string): boolean {
  if (findCampus(campusId) === undefined) return false;
  return !reader.closed.includes(campusId) || reader.memberOf === campusId;
}

/** Denies actions reserved to school-verified members of the campus (COMM-06, Q07). */
export function mustBeMember(
  viewer: Viewer,
  campusId: string,
): Denial<'SIGNED_OUT' | 'EMAIL_NOT_CONFIRMED' | 'SCHOOL_NOT_VERIFIED' | 'OTHER_CAMPUS'> {
  const denied = mustBeConfirmed(viewer);
  if (denied !== null) return denied;
  if (viewer.memberOf === null) return campusRejection('SCHOOL_NOT_VERIFIED');
  return viewer.memberOf === campusId ? null : campusRejection('OTHER_CAMPUS');
}

/** Denies actions reserved to people whose school is verified, whichever it is (CHAT-17, Q07). */
export function mustBeMemberSomewhere(
  viewer: Viewer,
): Denial<'SIGNED_OUT' | 'EMAIL_NOT_CONFIRMED' | 'SCHOOL_NOT_VERIFIED'> {
  return mustBeConfirmed(viewer) ?? (viewer.memberOf === null ? campusRejection('SCHOOL_NOT_VERIFIED') : null);
}

/**
 * Denies searches in a campus (SRCH-15): visitors may search what they may see; who is signed in confirms the address
 * and the school first, except on the generic site (Q05).
 */
export function maySearchCampus(
  reader: Reader,
  campusId: string,
): Denial<'CAMPUS_PRIVATE' | 'SIGNED_OUT' | 'EMAIL_NOT_CONFIRMED' | 'SCHOOL_NOT_VERIFIED'> {
  if (reader.userId !== null && campusId !== GENERIC_CAMPUS) {
    const denied = mustBeConfirmed(reader);
    if (denied !== null) return denied;
    if (reader.memberOf === null) return campusRejection('SCHOOL_NOT_VERIFIED');
  }
  return maySeeCampus(reader, campusId) ? null : campusRejection('CAMPUS_PRIVATE');
}

/** Everybody finds every school, a private one too: that is how one joins it (SRCH-20, SRCH-22). */
function mayFind(_reader: Reader, campus: { readonly id: string }): boolean {
  return findCampus(campus.id) !== undefined;
}

/** Who may see a campus, who finds its name, and who opens and closes it. */
export const campusAccess = { maySee: maySeeCampus, mayFind, mayDo: { ChangeCampusPrivacy: mustBeModerator } };

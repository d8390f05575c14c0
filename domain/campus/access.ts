import { type Denial, mustBeConfirmed, type Viewer } from '../kernel/access.ts';
import { findCampus } from './registry.ts';
import { campusRejection } from './rejections.ts';

/**
 * Whether the viewer may see the contents of a campus: feed, posts, people, counts, over every channel (CAMP-07, Q06).
 * Unknown campuses are closed.
 */
export function maySeeCampus(viewer: Viewer, campusId: string): boolean {
  const campus = findCampus(campusId);
  if (campus === undefined) return false;
  return campus.privacy === 'public' || viewer.memberOf === campusId;
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

/** Who may see a campus. A campus has no commands. */
export const campusAccess = { maySee: maySeeCampus, mayDo: {} };

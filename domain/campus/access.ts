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

/**
 * Whether the viewer may see what a campus's members share: feed, posts, people, counts, over every channel
 * (CAMP-07, Q06). Unknown campuses are closed.
 */
export function maySeeCampus(viewer: Viewer, campusId: string): boolean {
  const campus = findCampus(campusId);
  if (campus === undefined) return false;
  return campus.privacy === 'public' || viewer.memberOf === campusId;
}

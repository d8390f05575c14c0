import { maySeeCampus } from '../campus/access.ts';
import { campusRejection } from '../campus/rejections.ts';
import { mustBeConfirmed, type Viewer } from '../kernel/access.ts';

/** Who may see saves, make and take them back. */
export const saveAccess = {
  /** A user's saves on a campus: that user alone, while the campus is open to them (decisions D20, SAVE-08). */
  maySee(viewer: Viewer, { campus, user }: { readonly campus: string; readonly user: string }): boolean {
    return viewer.userId === user && maySeeCampus(viewer, campus);
  },
  mayDo: {
    /** On the campus of the post; a school is not needed (SAVE-11, Q42). */
    SavePost(viewer: Viewer, { campus }: { readonly campus: string }) {
      const denied = mustBeConfirmed(viewer);
      if (denied !== null) return denied;
      return maySeeCampus(viewer, campus) ? null : campusRejection('CAMPUS_PRIVATE');
    },
    /** At any time, also when the campus has closed. */
    UnsavePost: mustBeConfirmed,
  },
};

import { mustBeModerator, mustBeSignedIn, type Viewer } from '../kernel/access.ts';

/** Who gives feedback, and who reads it. */
export const feedbackAccess = {
  /** Moderators, of every campus. */
  maySee(viewer: Viewer): boolean {
    return mustBeModerator(viewer) === null;
  },
  mayDo: {
    /** Also before the address is confirmed: just that may be what does not work. */
    GiveFeedback: mustBeSignedIn,
  },
};

import { mustBeSignedIn, type Viewer } from '../kernel/access.ts';

/** The deletion of an account: its owner's own affair. */
export const deletionAccess = {
  maySee(viewer: Viewer, userId: string): boolean {
    return viewer.userId === userId;
  },
  mayDo: { CancelDeletion: mustBeSignedIn },
};

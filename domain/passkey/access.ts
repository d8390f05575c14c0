import { mustBeConfirmed, type Viewer } from '../kernel/access.ts';

/** Who may see and change passkeys: nobody but their owner; each command targets the sender's own stream. */
export const passkeyAccess = {
  maySee(viewer: Viewer, userId: string): boolean {
    return viewer.userId === userId;
  },
  mayDo: { RenamePasskey: mustBeConfirmed },
};

import { mustBeModerator, type Viewer } from '../kernel/access.ts';

/** Bans: moderators alone see and change them. */
export const banAccess = {
  maySee(viewer: Viewer): boolean {
    return mustBeModerator(viewer) === null;
  },
  mayDo: { BanPerson: mustBeModerator, LiftBan: mustBeModerator },
};

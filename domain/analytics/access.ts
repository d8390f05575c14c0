import { mustBeModerator, type Viewer } from '../kernel/access.ts';

/** The statistics, and whose acts they leave out: the affair of moderators. */
export const analyticsAccess = {
  maySee(viewer: Viewer): boolean {
    return mustBeModerator(viewer) === null;
  },
  mayDo: { OptOutOfAnalytics: mustBeModerator, OptIntoAnalytics: mustBeModerator },
};

import { maySeeCampus } from '../campus/access.ts';
import { mustBeConfirmed, type Reader } from '../kernel/access.ts';
import { TALK_LIST } from './kinds.ts';

/** Who may see notifications, and mark them as read. */
export const notificationAccess = {
  /**
   * Somebody's notifications of what happened on a campus: that person alone, while the campus is open to them, since
   * posts and comments come along (P8). Those of conversations are of no campus.
   */
  maySee(reader: Reader, { campus, user }: { readonly campus: string; readonly user: string }): boolean {
    return reader.userId === user && (campus === TALK_LIST || maySeeCampus(reader, campus));
  },
  mayDo: {
    /** At any time, also when the campus has closed: it changes one's own list alone. */
    ReadNotifications: mustBeConfirmed,
    ReadAllNotifications: mustBeConfirmed,
  },
};

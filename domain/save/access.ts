import { maySeeCampus } from '../campus/access.ts';
import { campusRejection } from '../campus/rejection.ts';
import { mustBeConfirmed, type Reader } from '../kernel/access.ts';
import { userAccess } from '../user/access.ts';

/** A person, and the campus to which they belong. */
interface Home {
  readonly id: string;
  readonly campus: string;
}

/** Who may see saves, make and take them back. */
export const saveAccess = {
  /** A user's saves on a campus: that user alone, while the campus is open to them (decisions D20, SAVE-08). */
  maySee(reader: Reader, { campus, user }: { readonly campus: string; readonly user: string }): boolean {
    return reader.userId === user && maySeeCampus(reader, campus);
  },
  /**
   * The posts that a user has liked on a campus, a part of the profile: everyone who may see the posts and the profile (Q41). A
   * member of a private campus may like posts of others, and that stays within their own (CAMP-07).
   */
  maySeeLikes(reader: Reader, { campus, person }: { readonly campus: string; readonly person: Home }): boolean {
    return maySeeCampus(reader, campus) && userAccess.maySee(reader, person);
  },
  /** The people who saved a post: everyone who may see the post (SAVE-05, Q41). */
  maySeeLikedBy(reader: Reader, { campus }: { readonly campus: string }): boolean {
    return maySeeCampus(reader, campus);
  },
  mayDo: {
    /** On the campus of the post; a school is not needed (SAVE-11, Q42). */
    SavePost(reader: Reader, { campus }: { readonly campus: string }) {
      const denied = mustBeConfirmed(reader);
      if (denied !== null) return denied;
      return maySeeCampus(reader, campus) ? null : campusRejection('CAMPUS_PRIVATE');
    },
    /** At any time, also when the campus has closed. */
    UnsavePost: mustBeConfirmed,
  },
};

import { mustBeConfirmed, type Reader } from '../kernel/access.ts';
import { saveAccess } from '../save/access.ts';

/** Who may see likes of comments, give them and take them back. */
export const reactionAccess = {
  /** A user's likes: that user alone. Their number is for everybody who may see the comment. */
  maySee(reader: Reader, { user }: { readonly user: string }): boolean {
    return reader.userId === user;
  },
  mayDo: {
    /** As a save of a post of that campus (SAVE-02, Q40). */
    LikeComment: saveAccess.mayDo.SavePost,
    /** At any time, also when the campus has closed. */
    UnlikeComment: mustBeConfirmed,
  },
};

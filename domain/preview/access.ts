import { maySeeCampus } from '../campus/access.ts';
import { mustBeSignedIn, type Reader, type Viewer } from '../kernel/access.ts';
import { postRejection } from '../post/rejection.ts';

/** Who may see the cards of links, and take them away. */
export const previewAccess = {
  /** A card is a part of its post: visible to everyone who may see the campus. */
  maySee(reader: Reader, { campus }: { readonly campus: string }): boolean {
    return maySeeCampus(reader, campus);
  },
  mayDo: {
    /** From one's own post, at any time. */
    RemovePreview(viewer: Viewer, { author }: { readonly author: string }) {
      return mustBeSignedIn(viewer) ?? (viewer.userId === author ? null : postRejection('NOT_YOUR_POST'));
    },
  },
};

import { maySeeCampus } from '../campus/access.ts';
import { type Denial, mustBeConfirmed, mustBeModerator, type Reader, type Viewer } from '../kernel/access.ts';
import { postRejection } from '../post/rejection.ts';
import { adRejection } from './rejection.ts';

interface Owned {
  readonly author: string;
}

/** Who may see ads, and who may buy, change and end them (BOOST-30). */
export const adAccess = {
  /** An ad with its figures: its owner alone. */
  maySee({ userId }: Reader, { author }: Owned): boolean {
    return userId === author;
  },
  /** That a post is sponsored, and its button: everybody who may see the post. */
  maySeeSponsored(reader: Reader, { campus }: { readonly campus: string }): boolean {
    return maySeeCampus(reader, campus);
  },
  mayDo: {
    /** The owner of a post boosts it. */
    StartCheckout(viewer: Viewer, post: Owned): Denial<'SIGNED_OUT' | 'EMAIL_NOT_CONFIRMED' | 'NOT_YOUR_POST'> {
      return mustBeConfirmed(viewer) ?? (viewer.userId === post.author ? null : postRejection('NOT_YOUR_POST'));
    },
    CancelCheckout: mustBeOwner,
    PauseAd: mustBeOwner,
    ResumeAd: mustBeOwner,
    StopAd: mustBeOwner,
    RenameAd: mustBeOwner,
    ReviewAd: mustBeModerator,
    ApproveAd: mustBeModerator,
    ScheduleAd: mustBeModerator,
    RejectAd: mustBeModerator,
  },
};

function mustBeOwner(viewer: Viewer, ad: Owned): Denial<'SIGNED_OUT' | 'EMAIL_NOT_CONFIRMED' | 'NOT_YOUR_AD'> {
  return mustBeConfirmed(viewer) ?? (viewer.userId === ad.author ? null : adRejection('NOT_YOUR_AD'));
}

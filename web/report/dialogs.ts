import type { CampusPrivacy } from '#domain/campus/privacy.ts';
import { dialog } from '../kit/dialog/dialogStore.ts';

/** A person, post, comment or message that is reported, removed or banned for. */
export interface Target {
  readonly kind: 'person' | 'post' | 'comment' | 'message';
  readonly id: string;
  /** Name of the person, or of the author. */
  readonly name: string;
}

/** Reports something to the moderators (PROF-06, Q22). */
export const reportDialog = dialog<Target>('report');

/** A moderator removes a post or comment. */
export const removeDialog = dialog<Target>('remove post');

/** A moderator lifts a ban. */
export const liftDialog = dialog<{ readonly userId: string; readonly name: string }>('lift ban');

/** A moderator takes the text of a popular search back. */
export const takeBackDialog = dialog<{ readonly term: string; readonly text: string }>('take back search');

/** A moderator opens or closes a campus. */
export const privacyDialog = dialog<{ readonly campus: string; readonly wanted: CampusPrivacy }>('campus privacy');

/** A moderator bans a person. `about`: the thing that led to it. */
export const banDialog = dialog<{ readonly userId: string; readonly name: string; readonly about: string }>('ban');

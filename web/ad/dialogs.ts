import { dialog } from '../kit/dialog/dialogStore.ts';

/** A change of an ad that is asked about before (BOOST-21). */
export interface AskedAct {
  readonly act: 'PauseAd' | 'ResumeAd' | 'StopAd';
  readonly postId: string;
  readonly adId: string;
}

/** Stop Ad, Pause Ad, Resume Ad. */
export const askDialog = dialog<AskedAct>('change ad');

/** An ad in the console of moderators. */
export interface Looked {
  readonly postId: string;
  readonly adId: string;
}

/** A moderator ends an ad, with a reason. */
export const rejectDialog = dialog<Looked>('reject ad');

/** A moderator lets an ad go on at a time. */
export const scheduleDialog = dialog<Looked>('schedule ad');

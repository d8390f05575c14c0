import { dialog } from '../kit/dialog/dialogStore.ts';

/** A change of an ad that is asked about before (BOOST-21); of moderators those that ask for a reason, or for a time. */
export interface AskedAct {
  readonly act: 'PauseAd' | 'ResumeAd' | 'StopAd' | 'RejectAd' | 'ScheduleAd';
  readonly postId: string;
  readonly adId: string;
}

/** Stop Ad, Pause Ad, Resume Ad; Reject and Schedule of moderators. */
export const askDialog = dialog<AskedAct>('change ad');

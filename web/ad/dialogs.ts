import { dialog } from '../kit/dialog/dialogStore.ts';

/** A change of an ad that is asked about before (BOOST-21). */
export interface AskedAct {
  readonly act: 'PauseAd' | 'ResumeAd' | 'StopAd';
  readonly postId: string;
  readonly adId: string;
}

/** Stop Ad, Pause Ad, Resume Ad. */
export const askDialog = dialog<AskedAct>('change ad');

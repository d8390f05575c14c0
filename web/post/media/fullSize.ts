import { create } from 'zustand';

/** A photo or video of a post or comment in full size. */
export interface FullSize {
  readonly postId: string;
  /** From 0. */
  readonly index: number;
}

/** The photo or video that is shown in full size, over its page; `null`: nothing. */
export const useFullSize = create<{ readonly shown: FullSize | null }>(() => ({ shown: null }));

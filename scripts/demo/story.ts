import type { Crop } from './drawings/kit.ts';
import type { DrawingName } from './drawings.ts';

/** A comment of the demo campus and what is answered to it. */
export interface DemoComment {
  /** Key of a person. */
  readonly by: string;
  /** Minutes after what it answers. */
  readonly after: number;
  readonly text: string;
  readonly replies: readonly DemoComment[];
}

/** A picture of a post: a drawing, or a close-up of a part of it. */
export interface DemoPicture {
  readonly drawing: DrawingName;
  readonly crop?: Crop;
}

/** A post of the demo campus. */
export interface DemoPost {
  readonly by: string;
  /** Days before now. */
  readonly daysAgo: number;
  readonly category: string;
  readonly text: string;
  readonly pictures: readonly DemoPicture[];
  /** Keys of the people who saved it. */
  readonly savedBy: readonly string[];
  readonly comments: readonly DemoComment[];
}

/** A comment, in the short form in which the conversations are written. */
export function says(by: string, after: number, text: string, ...replies: readonly DemoComment[]): DemoComment {
  return { by, after, text, replies };
}

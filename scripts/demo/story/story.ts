import type { Goal } from '#domain/ad/goal.ts';
import type { ModerationReason } from '#domain/kernel/moderation.ts';
import type { Condition, Sale } from '#domain/post/sale.ts';
import type { Face, Film, Thing } from './assets.ts';

/** Someone of a story. */
export interface StoryPerson {
  /** Short name by which posts and comments refer to the person. */
  readonly key: string;
  /** As typed at sign-up; the profile shows the last name as an initial. */
  readonly name: string;
  readonly email: string;
  readonly bio: string;
  readonly face: Face;
  readonly isModerator?: true;
}

/** A comment and what is answered to it. */
export interface StoryComment {
  /** Key of a person. */
  readonly by: string;
  /** Minutes after what it answers. */
  readonly after: number;
  readonly text: string;
  readonly replies: readonly StoryComment[];
}

/** A picture of a post: a drawing, or a close-up of a part of it. */
export interface StoryPicture {
  readonly drawing: Thing;
  readonly crop?: Crop;
}

/** A film of a post, and its poster. */
export interface StoryFilm {
  readonly film: Film;
  readonly poster: StoryPicture;
}

/** A part of a drawing, in its pixels. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A post of a story. */
export interface StoryPost {
  readonly by: string;
  /** Days before now. */
  readonly daysAgo: number;
  readonly category: string;
  /** Left out: it names none. */
  readonly price?: { readonly dollars: number; readonly orBestOffer?: true };
  readonly condition?: Condition;
  /** The state of its sale at the end of the story; left out: it is available. */
  readonly sale?: Exclude<Sale, 'available'>;
  readonly text: string;
  readonly pictures: readonly StoryPicture[];
  /** After the pictures; left out: none. */
  readonly film?: StoryFilm;
  /** Keys of the people who saved it. */
  readonly savedBy: readonly string[];
  readonly comments: readonly StoryComment[];
}

/** A message of a conversation. */
export interface StoryLine {
  readonly by: string;
  /** Minutes after the one before it, or after the beginning. */
  readonly after: number;
  readonly text: string;
  readonly picture?: StoryPicture;
  /** Words of the post that is shared. */
  readonly shares?: string;
  /** The other one likes it. */
  readonly isLiked?: true;
}

/** A conversation of two. */
export interface StoryTalk {
  /** Who begins it, and with whom. */
  readonly by: string;
  readonly with: string;
  /** Days before now. */
  readonly daysAgo: number;
  readonly lines: readonly StoryLine[];
  /** The last line is unread at the end of the story. */
  readonly isUnread?: true;
}

/** A post that its owner pays for to be shown to more people. */
export interface StoryBoost {
  /** Words of the post. */
  readonly post: string;
  readonly title: string;
  readonly goal: Goal;
  /** Of the goal `website`. */
  readonly website?: string;
  readonly label: string;
  /** Days before now on which it is bought, and for how many. */
  readonly daysAgo: number;
  readonly days: number;
  /** It runs until it is paused, a day at a time. */
  readonly untilPaused?: true;
  /** Left out: it is not paused. */
  readonly pausedAfterDays?: number;
}

/** A report to the moderators, of a post or of a person. */
export interface StoryReport {
  readonly by: string;
  /** Key of the reported person, or words of the reported post. */
  readonly about: { readonly person: string } | { readonly post: string };
  readonly reason: ModerationReason;
  readonly text: string;
}

/** A text that people looked for. */
export interface StorySearch {
  readonly text: string;
  /** Keys of people, each once or several times. */
  readonly by: readonly string[];
  /** How often those who were signed out looked for it. */
  readonly visits: number;
}

/** A story of a campus. */
export interface Story {
  /** Part of all command ids, so that two stories can be played in one data folder. */
  readonly name: string;
  readonly people: readonly StoryPerson[];
  readonly posts: readonly StoryPost[];
  /** Left out: nobody talks. */
  readonly talks?: readonly StoryTalk[];
  /** Left out: nobody boosts a post. */
  readonly boosts?: readonly StoryBoost[];
  /** Searches made by the end of the story; left out: none. */
  readonly searches?: readonly StorySearch[];
  /** Reports that wait for the moderators at the end of the story; left out: none. */
  readonly reports?: readonly StoryReport[];
  /** A campus that is private from the end of the story on; left out: none. */
  readonly privateCampus?: string;
}

/** A comment, in the short form in which the conversations are written. */
export function says(by: string, after: number, text: string, ...replies: readonly StoryComment[]): StoryComment {
  return { by, after, text, replies };
}

/** A message, in the short form in which the talks are written. */
export function line(
  by: string,
  after: number,
  text: string,
  more: Pick<StoryLine, 'picture' | 'shares' | 'isLiked'> = {},
): StoryLine {
  return { by, after, text, ...more };
}

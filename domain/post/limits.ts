/** Limits of posts and comments, with the unit in the name or the comment. Server and client share them. */

/** Characters of a post, comment or message (POST-03, decisions D10: Unicode code points). */
export const TEXT_MAX_CHARACTERS = 500;
/** Length of a line break in a text, in characters (POST-03, Q24). */
export const LINE_BREAK_CHARACTERS = 2;
/** Nodes in a rich text. */
export const RICH_TEXT_MAX_NODES = 1_000;
/** Characters of a category; longer ones are refused before any other check. */
export const CATEGORY_MAX_CHARACTERS = 60;
/** Posts of one person in any 24 hours: somebody who moves out sells less, and more of them would be the feed of a campus alone. */
export const POSTS_PER_DAY = 100;
/** Comments of one person in any 24 hours: each brings its post to the top of the feed. */
export const COMMENTS_PER_DAY = 500;
/** Highest price, in US cents: a million dollars. */
export const PRICE_MAX_CENTS = 100_000_000;
/** Levels of replies below a post: each reply's event names all its ancestors. */
export const COMMENT_MAX_DEPTH = 64;
/** Posts in one page of the media feed (FEED-14). */
export const MEDIA_FEED_PAGE_POSTS = 15;
/** Posts in one page of a profile (PROF-03). */
export const PROFILE_PAGE_POSTS = 10;
/** Sizes of a thread's windows, in comments. An object, so that a simulation can play with smaller ones. */
export const threadLimits = {
  /** The first page of a thread, the post itself and the first replies to each comment included. */
  firstPage: 50,
  /** Each further page of a thread, or of the replies below a comment. */
  page: 50,
  /**
   * Replies below a comment on the post that are shown with it; the later ones are a window of their own. The fold
   * writes it into documents (`thread`): another number needs a new version of the post projection.
   */
  openReplies: 5,
  /** The newest comments on a post, for a reader at the end of a long thread. */
  latest: 20,
};
/** Characters of a first line that is a title as a whole; a longer one is a paragraph. */
export const TITLE_MAX_CHARACTERS = 100;
/** Characters of a body in the feed before "See more" (FEED-17). */
export const PREVIEW_CHARACTERS = 200;
/** A body in the feed that goes on for fewer lines, and has not too many characters, is shown whole: "See more" would take as much room. */
export const FOLD_MIN_LINES = 3;
/** Lines of a body in the feed before "See more": blank lines take space without taking characters. */
export const PREVIEW_LINES = 12;
/** Posts in one page of the grid of pictures of a search (SRCH-09, decisions D38). */
export const SEARCH_MEDIA_PAGE_HITS = 15;

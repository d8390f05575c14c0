/** Every limit that the rules know, with its unit in the name or the comment. Server and client share them. */

/** Characters of a post, comment or message (POST-03, decisions D10: Unicode code points). */
export const TEXT_MAX_CHARACTERS = 500;
/** What a line break adds to the length of a text, in characters (POST-03, Q24). */
export const LINE_BREAK_CHARACTERS = 2;
/** Levels of nesting in rich text. */
export const RICH_TEXT_MAX_DEPTH = 16;
/** Nodes in a rich text. */
export const RICH_TEXT_MAX_NODES = 1_000;
/** Files of one post or comment (POST-06). */
export const POST_MAX_FILES = 10;
/** Files that a command may name at all; between the two limits the person gets the text of POST-06. */
export const COMMAND_MAX_FILES = 100;
/** Bytes of one photo (Q25). */
export const PHOTO_MAX_BYTES = 10 * 1024 * 1024;
/** Pixels of one photo. */
export const PHOTO_MAX_PIXELS = 25_000_000;
/** Frames of an animation. */
export const ANIMATION_MAX_FRAMES = 600;
/** Pixels of all frames of an animation together; decoded they take four bytes each. */
export const ANIMATION_MAX_PIXELS = 50_000_000;
/** Characters of a stored file's name. */
export const MEDIA_NAME_MAX_CHARACTERS = 80;
/** Characters of a bio (PROF-22). */
export const BIO_MAX_CHARACTERS = 160;
/** UTF-16 units of a bio as typed; beyond it nothing is looked at. */
export const BIO_INPUT_MAX_CHARACTERS = 2_000;
/** Characters of a first or last name (PROF-22). */
export const NAME_PART_MAX_CHARACTERS = 20;
/** Characters of a first or last name at sign-up (AUTH-13). */
export const NAME_PART_MIN_CHARACTERS = 2;
/** Characters of a whole name as typed; beyond it nothing is looked at. */
export const NAME_MAX_CHARACTERS = 200;
/** Characters of a user name (Q03). */
export const USERNAME_MIN_CHARACTERS = 4;
/** Characters of a user name (SETT-06). */
export const USERNAME_MAX_CHARACTERS = 50;
/** Characters of a password (AUTH-14, SETT-07). */
export const PASSWORD_MIN_CHARACTERS = 6;
/** Characters of a password (AUTH-11). */
export const PASSWORD_MAX_CHARACTERS = 30;
/** Bytes of a password: bcrypt ignores what comes after. */
export const PASSWORD_MAX_BYTES = 72;
/** Characters of an e-mail address (RFC 5321 §4.5.3.1.3). */
export const EMAIL_MAX_CHARACTERS = 254;
/** Characters before the @ (RFC 5321 §4.5.3.1.1). */
export const EMAIL_LOCAL_MAX_CHARACTERS = 64;
/** Characters of a campus id; beyond it nothing is looked at. */
export const CAMPUS_ID_MAX_CHARACTERS = 40;
/** Characters of a category; beyond it nothing is looked at. */
export const CATEGORY_MAX_CHARACTERS = 60;
/** Smallest and largest verification code (VERF-04). */
export const CODE_MIN = 1_000;
export const CODE_MAX = 9_999;
/** Hours that a verification code is valid (VERF-04). */
export const CODE_VALID_HOURS = 2;
/** Wrong answers that void a code (Q15). */
export const CODE_MAX_WRONG_ANSWERS = 5;
/** Seconds between two codes (Q15). */
export const CODE_RESEND_SECONDS = 30;
/** Codes mailed to one user in an hour (Q15). */
export const CODES_PER_HOUR = 5;
/** Hours for which an account with an unconfirmed e-mail address keeps it from other registrations. */
export const UNCONFIRMED_HOLD_HOURS = 2;
/** Events in one stream; a stream that would grow past it is refused. */
export const STREAM_MAX_EVENTS = 1_000;
/** Of these, events that are kept for closing a matter: deleting, erasing, the answers of reactors. */
export const STREAM_RESERVED_EVENTS = 30;
/** Levels of replies below a post: each reply's event names all its ancestors. */
export const COMMENT_MAX_DEPTH = 64;
/** Posts in one page of the feed (FEED-04). */
export const FEED_PAGE_POSTS = 15;
/** Posts in one page of the saved list (SAVE-06). */
export const SAVED_PAGE_POSTS = 10;
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
  /** The newest comments on a post, for a reader who goes to the end of a long thread. */
  latest: 20,
};
/** Characters of a body in the feed before "See more" (FEED-17). */
export const PREVIEW_CHARACTERS = 200;
/** Lines of a body in the feed before "See more": blank lines take place without taking characters. */
export const PREVIEW_LINES = 12;

/** Limits that belong to no single noun, with the unit in the name or the comment. Server and client share them. */

/** Files of one post or comment (POST-06). */
export const POST_MAX_FILES = 10;
/** Files that a command may name at all. A noun's own limit is lower (POST_MAX_FILES): between the two, its text is said. */
export const COMMAND_MAX_FILES = 100;
/** Bytes of one photo (Q25). */
export const PHOTO_MAX_BYTES = 10 * 1024 * 1024;
/** Bytes of one video (Q25). */
export const VIDEO_MAX_BYTES = 100 * 1024 * 1024;
/** Pixels of one photo. */
export const PHOTO_MAX_PIXELS = 25_000_000;
/** Frames of an animation. */
export const ANIMATION_MAX_FRAMES = 600;
/** Pixels of all frames of an animation together; decoded they take four bytes each. */
export const ANIMATION_MAX_PIXELS = 50_000_000;
/** Characters of a stored file's name. */
export const MEDIA_NAME_MAX_CHARACTERS = 80;
/** Events in one stream; a stream that would grow past it is refused. */
export const STREAM_MAX_EVENTS = 1_000;
/** Of these, events that are kept for closing a matter: deleting, erasing, the answers of reactors. */
export const STREAM_RESERVED_EVENTS = 30;
/** Hits on one page of a search (SRCH-08, decisions D38). */
export const SEARCH_PAGE_HITS = 10;
/**
 * Pages of one search that can be turned to: nobody reads further, a deep page costs as all before it, and each is a
 * topic of its own, of which a connection has 50.
 */
export const SEARCH_MAX_PAGES = 20;
/** Characters of a search; more are refused. */
export const SEARCH_MAX_CHARACTERS = 100;
/** Words of a search; further ones do not count. */
export const SEARCH_MAX_WORDS = 10;
/** Entries in one page of a list in the console of moderators. */
export const MODERATION_PAGE = 20;
/** Characters that are kept of what a page of another site says of itself: its title, and the name of its site. */
export const PAGE_TITLE_MAX_CHARACTERS = 120;
export const PAGE_SITE_MAX_CHARACTERS = 60;

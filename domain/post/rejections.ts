import { forbidden, gone, invalid, notFound } from '../kernel/rejection.ts';
import { COMMENT_MAX_DEPTH, PRICE_MAX_CENTS } from './limits.ts';

/** By hand: every thread loads this, and the first number that it formats by locale takes 20 ms. */
const inThousands = (dollars: number) => String(dollars).replace(/\B(?=(\d{3})+$)/g, ',');

/** Refusals about posts and comments. */
export const postRejections = {
  /** POST-04; the form shows it at most once in 3 s. */
  TEXT_TOO_LONG: invalid('Error: Too many characters!'),
  TEXT_TOO_COMPLEX: invalid('This text has too much formatting. Please simplify it.'),
  POST_EMPTY: invalid('Please write something or add a photo.'),
  TOO_MANY_FILES: invalid('Please choose up to 10 photos.'),
  CATEGORY_UNKNOWN: invalid('Please choose a category from the list.'),
  PRICE_MISSING: invalid('Please enter a price, or choose "No price".'),
  PRICE_UNREADABLE: invalid('Please enter the price as a number, such as 45 or 12.50.'),
  PRICE_NEGATIVE: invalid('A price can\'t be below zero. Choose "Free" to give it away.'),
  PRICE_TOO_FINE: invalid('Please enter the price in dollars and whole cents, such as 12.50.'),
  PRICE_TOO_HIGH: invalid(`A price may be at most $${inThousands(PRICE_MAX_CENTS / 100)}.`),
  /** A comment and the banner of a new member offer nothing (Q19, Q39). */
  NOT_FOR_SALE: invalid('Only a post can have a category, a price or a condition, and be marked as sold.'),
  /** Known, but deleted (Q37). */
  POST_DELETED: gone('Sorry, that post has been deleted.'),
  COMMENT_DELETED: gone('Sorry, that comment has been deleted.'),
  POST_UNKNOWN: notFound("Hmm...this page doesn't exist. Try searching for something else."),
  NOT_YOUR_POST: forbidden('You can only change or delete your own posts and comments.'),
  /** The banner of a new member takes no comments, saves or edits (Q19). */
  POST_IS_BANNER: invalid('A welcome message can not be commented on, saved or edited.'),
  THREAD_TOO_DEEP: invalid(`A conversation may have at most ${COMMENT_MAX_DEPTH} levels. Please answer further up.`),
  /** To reactors only. */
  ROOT_STANDS: invalid('The post above this comment was not deleted.'),
  POST_STANDS: invalid('The post was not deleted.'),
  NOT_A_MEMBER: invalid('This person is not a member of the campus.'),
};

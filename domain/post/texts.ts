import { COMMENT_MAX_DEPTH } from '../kernel/limits.ts';
import { type Rejection, rejection } from '../kernel/rejection.ts';

/** Refusals about posts and comments. */
export const postTexts = {
  /** POST-04; the form shows it at most once in 3 s. */
  TEXT_TOO_LONG: 'Error: Too many characters!',
  TEXT_TOO_COMPLEX: 'This text has too much formatting. Please simplify it.',
  POST_EMPTY: 'Please write something or add a photo.',
  TOO_MANY_FILES: 'Please choose up to 10 photos.',
  CATEGORY_UNKNOWN: 'Please choose a category from the list.',
  /** Known, but deleted (Q37). */
  POST_DELETED: 'Sorry, that post has been deleted.',
  COMMENT_DELETED: 'Sorry, that comment has been deleted.',
  POST_UNKNOWN: "Hmm...this page doesn't exist. Try searching for something else.",
  NOT_YOUR_POST: 'You can only change or delete your own posts and comments.',
  /** The banner of a new member takes no comments, saves or edits (Q19). */
  POST_IS_BANNER: 'A welcome message can not be commented on, saved or edited.',
  THREAD_TOO_DEEP: `A conversation may have at most ${COMMENT_MAX_DEPTH} levels. Please answer further up.`,
  /** To reactors only. */
  ROOT_STANDS: 'The post above this comment was not deleted.',
  POST_STANDS: 'The post was not deleted.',
  NOT_A_MEMBER: 'This person is not a member of the campus.',
} as const;

export type PostRejectionCode = keyof typeof postTexts;

/** A rejection of this noun: only codes that have a text. */
export function postRejection(code: PostRejectionCode): Rejection<PostRejectionCode> {
  return rejection(code);
}

/** The digits of positions, hexadecimal ones included, as they rise. */
const DIGITS = '0123456789abcdef';
/** Their mirrors, which fall. Decimal digits have decimal mirrors: the stored places of such a log never change. */
const MIRRORS = '9876543210/.-,+*';
/** Mirror of a character that sorts after all digits: it sorts before them. A predicted position begins with `~`. */
const BEFORE_DIGITS = '!';

/**
 * A value that falls as positions rise. Windows run from the greatest order value down; by this one they run from the
 * oldest document to the newest. Depends on log positions alone: no client chooses them.
 */
export function oldestFirst(position: string): string {
  let mirrored = '';
  for (const digit of position) mirrored += MIRRORS[DIGITS.indexOf(digit)] ?? BEFORE_DIGITS;
  return mirrored;
}

/**
 * Order of a thread (COMM-01): the post, then its comments, oldest first, each followed by the replies below it, oldest
 * first. So a window that holds a document also holds its ancestors.
 *
 * @param branch position of the top-level comment above it; its own for the post and for those comments
 * @param created position of its creation
 */
export function placeInThread(branch: string, created: string): string {
  return oldestFirst(branch) + oldestFirst(created);
}

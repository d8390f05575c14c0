/** The digits of positions, hexadecimal ones included, as they rise. */
const DIGITS = '0123456789abcdef';
/** Their mirrors, which fall. Decimal digits have decimal mirrors: the stored places of such a log never change. */
const MIRRORS = '9876543210/.-,+*';
/** Mirror of a character that sorts after all digits: it sorts before them. A predicted position begins with `~`. */
const BEFORE_DIGITS = '!'.charCodeAt(0);
/** Codes of the mirrors, by the code of the digit: a rebuild mirrors two positions for each post. */
const MIRROR_CODES = new Map(Array.from(DIGITS, (digit, index) => [digit.charCodeAt(0), MIRRORS.charCodeAt(index)]));

/**
 * A value that falls as positions rise. Windows run from the greatest order value down; by this one they run from the
 * oldest document to the newest. Depends on log positions alone: no client chooses them.
 */
export function oldestFirst(position: string): string {
  const codes: number[] = [];
  for (let index = 0; index < position.length; index += 1) {
    codes.push(MIRROR_CODES.get(position.charCodeAt(index)) ?? BEFORE_DIGITS);
  }
  return String.fromCharCode(...codes);
}

/**
 * Order of a thread (COMM-01): the post, then its comments, oldest first, each followed by the replies below it, oldest
 * first. So a window that holds a document also holds its ancestors.
 *
 * @param branch position of the top-level comment above it; its own for the post and for those comments
 * @param created position of its creation
 */
export function placeInThread(branch: string, created: string): string {
  return oldestFirst(branch + created);
}

/** Code of the digit that mirrors `0`: `9`. Positions are digits; a predicted one begins with `~`, after all of them. */
const MIRROR_OF_ZERO = '9'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);
/** Mirror of a character that sorts after all digits: it sorts before them. */
const BEFORE_DIGITS = '!';

/**
 * A value that falls as positions rise. Windows run from the greatest order value down; by this one they run from the
 * oldest document to the newest. Depends on log positions alone: no client chooses them.
 */
export function oldestFirst(position: string): string {
  let mirrored = '';
  for (let index = 0; index < position.length; index += 1) {
    const code = position.charCodeAt(index);
    mirrored += code > MIRROR_OF_ZERO ? BEFORE_DIGITS : String.fromCharCode(MIRROR_OF_ZERO - code + ZERO);
  }
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

/** Code of the digit that mirrors `0`: `9`. Positions are digits; a predicted one begins with `~`, after all of them. */
const MIRROR_OF_ZERO = '9'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);
/** What a character after all digits mirrors to: one before all of them. */
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
 * Order of a thread (COMM-01): the post, then the comments on it, oldest first, each followed by the replies below it,
 * oldest first. So what is above a document in the thread is never outside of a window that holds the document.
 *
 * @param branch position of the comment on the post below which it stands; its own for the post and those comments
 * @param created position of its creation
 */
export function placeInThread(branch: string, created: string): string {
  return oldestFirst(branch) + oldestFirst(created);
}

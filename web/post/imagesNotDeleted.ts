/** Text for the author of a deleted post whose pictures could not be deleted for a while (POST-18, D29). */
export const IMAGES_NOT_DELETED = "Couldn't delete post images";

/** Storage key of the posts for which this device has shown the text. */
const SAID = 'images_not_deleted';

/**
 * The text to show now, once for each post: a reload or another connection brings the same account again.
 *
 * @param postId the post that the account names, if any
 */
export function takeImagesNotDeleted(
  postId: string | null | undefined,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): string | null {
  if (postId === null || postId === undefined || storage.getItem(SAID) === postId) return null;
  storage.setItem(SAID, postId);
  return IMAGES_NOT_DELETED;
}

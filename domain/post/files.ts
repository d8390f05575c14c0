/** Where a post's files lie, relative to `/images` (POST-25). */
export function postFolder(postId: string): string {
  return `posts/${postId}`;
}

/** Where the picture of a post's card lies, relative to `/images`. */
export function previewFolder(postId: string): string {
  return `previews/${postId}`;
}

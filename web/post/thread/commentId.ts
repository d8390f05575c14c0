/** Identity of a comment's element in the page. */
export function commentId(postId: string): string {
  return `comment-${postId}`;
}

/** Brings a comment that was just written into sight, when it is drawn. */
export function showComment(postId: string): void {
  requestAnimationFrame(() => document.getElementById(commentId(postId))?.scrollIntoView({ block: 'nearest' }));
}

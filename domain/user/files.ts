/** Where a user's pictures lie, relative to `/images` (PROF-28). */
export function pictureFolder(userId: string): string {
  return `profilePics/${userId}`;
}

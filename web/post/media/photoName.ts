/** The name of a post's picture: "Photo 2 of 10 by Ann A." */
export function photoName(index: number, count: number, author: string): string {
  return count === 1 ? `Photo by ${author}` : `Photo ${index + 1} of ${count} by ${author}`;
}

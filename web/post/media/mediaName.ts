import type { Media } from '#domain/kernel/media.ts';

/** The name of a post's photo or video: "Photo 2 of 10 by Ann A." */
export function mediaName(media: readonly Media[], index: number, author: string): string {
  const what = media[index]?.kind === 'video' ? 'Video' : 'Photo';
  return media.length === 1 ? `${what} by ${author}` : `${what} ${index + 1} of ${media.length} by ${author}`;
}

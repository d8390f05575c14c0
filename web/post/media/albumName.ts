import type { Media } from '#domain/kernel/media.ts';

/** The name of all of a post's photos and videos: "Photos by Ann A." */
export function albumName(media: readonly Media[], author: string): string {
  const videos = media.filter(({ kind }) => kind === 'video').length;
  const what = videos === 0 ? 'Photos' : videos === media.length ? 'Videos' : 'Photos and videos';
  return `${what} by ${author}`;
}

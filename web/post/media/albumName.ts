import type { Media } from '#domain/kernel/media.ts';

const SECONDS_PER_MINUTE = 60;

/** The name of all of a post's photos and videos: "Photos by Ann A." */
export function albumName(media: readonly Media[], author: string): string {
  const videos = media.filter(({ kind }) => kind === 'video').length;
  const what = videos === 0 ? 'Photos' : videos === media.length ? 'Videos' : 'Photos and videos';
  return `${what} by ${author}`;
}

/** A length as players show it: "1:05"; nothing where it is not known. */
export function clockTime(seconds: number | null): string {
  if (seconds === null) return '';
  const rest = String(seconds % SECONDS_PER_MINUTE).padStart(2, '0');
  return `${Math.floor(seconds / SECONDS_PER_MINUTE)}:${rest}`;
}

import type { Media } from '#domain/kernel/media.ts';

/** Widths in pixels of the server's copies of every picture (`MEDIA_WIDTHS` in `server/ports/media.ts`). */
export const IMAGE_WIDTHS = [320, 640, 1280] as const;

/** Address of a stored picture, in one of IMAGE_WIDTHS or whole. */
export function imagePath(folder: string, name: string, width?: (typeof IMAGE_WIDTHS)[number]): string {
  return `/images/${folder}/${name}${width === undefined ? '' : `?w=${width}`}`;
}

/** The picture's sizes for `srcset`: those that are smaller than itself, and itself (D16). */
export function imageSet(folder: string, media: Pick<Media, 'name' | 'width'>): string {
  const smaller = IMAGE_WIDTHS.filter((width) => width < media.width);
  return [
    ...smaller.map((width) => `${imagePath(folder, media.name, width)} ${width}w`),
    `${imagePath(folder, media.name)} ${media.width}w`,
  ].join(', ');
}

import { isAnimated, type Media } from '#domain/kernel/media.ts';

/**
 * Widths in pixels of the server's copies of every picture (`MEDIA_WIDTHS` in `server/ports/media.ts`). The addresses of pictures are made here for
 * the page and for the tags that name its first pictures: both must be the same to a browser.
 */
export const IMAGE_WIDTHS = [320, 640, 1280] as const;

/** Address of a stored picture, in one of IMAGE_WIDTHS or whole. */
export function imagePath(folder: string, name: string, width?: (typeof IMAGE_WIDTHS)[number]): string {
  return `/images/${folder}/${name}${width === undefined ? '' : `?w=${width}`}`;
}

/** Address of the first frame of a stored picture. */
export function stillPath(folder: string, name: string, width?: (typeof IMAGE_WIDTHS)[number]): string {
  const path = imagePath(folder, name, width);
  return `${path}${path.includes('?') ? '&' : '?'}still`;
}

/** The picture's sizes for `srcset`: those that are smaller than itself, and itself (D16). */
export function imageSet(folder: string, media: Pick<Media, 'name' | 'width'>, path = imagePath): string {
  const smaller = IMAGE_WIDTHS.filter((width) => width < media.width);
  return [
    ...smaller.map((width) => `${path(folder, media.name, width)} ${width}w`),
    `${path(folder, media.name)} ${media.width}w`,
  ].join(', ');
}

/** The sizes of the first frame; `undefined`: the picture does not move. */
export function stillSet(folder: string, media: Pick<Media, 'name' | 'width'>): string | undefined {
  return isAnimated(media) ? imageSet(folder, media, stillPath) : undefined;
}

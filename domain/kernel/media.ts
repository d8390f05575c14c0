import * as z from 'zod/mini';
import { MEDIA_NAME_MAX_CHARACTERS, PHOTO_MAX_PIXELS } from './limits.ts';

/**
 * One stored file of a post, comment or profile; its order is its index in the list (DATA-03). The path is
 * `/images/<folder>/<name>`; see `server/ports/media.ts` for the sizes that are served.
 */
export const mediaSchema = z.strictObject({
  kind: z.enum(['image', 'video']),
  /** Generated file name with extension, unique in its folder. */
  name: z.string().check(z.regex(/^[a-z0-9-]+\.[a-z0-9]+$/), z.maxLength(MEDIA_NAME_MAX_CHARACTERS)),
  /** Pixels, after orientation was applied. */
  width: z.int().check(z.minimum(1), z.maximum(PHOTO_MAX_PIXELS)),
  /** Pixels, after orientation was applied. */
  height: z.int().check(z.minimum(1), z.maximum(PHOTO_MAX_PIXELS)),
});

export type Media = z.infer<typeof mediaSchema>;

/** A file as a query of a gallery answers it (DATA-03, decisions D31). */
export interface GalleryItem {
  /** Address on the site. */
  readonly img_path: string;
  readonly img_name: string;
  /** From 0. */
  readonly img_order: number;
  /** Pixels. */
  readonly img_width: number;
  readonly img_height: number;
}

/** The gallery of stored files in their order; `folder` is where they lie, relative to `/images`. */
export function galleryOf(folder: string, media: readonly Media[]): readonly GalleryItem[] {
  return media.map(({ name, width, height }, order) => ({
    img_path: `/images/${folder}/${name}`,
    img_name: name,
    img_order: order,
    img_width: width,
    img_height: height,
  }));
}

import * as z from 'zod/mini';
import { MEDIA_NAME_MAX_CHARACTERS, PHOTO_MAX_PIXELS } from './limits.ts';

/** Generated file name with extension, unique in its folder. */
const name = z.string().check(z.regex(/^[a-z0-9-]+\.[a-z0-9]+$/), z.maxLength(MEDIA_NAME_MAX_CHARACTERS));
/** Pixels, after orientation was applied. */
const pixels = z.int().check(z.minimum(1), z.maximum(PHOTO_MAX_PIXELS));

/**
 * One stored file as the first releases knew it, videos without their own fields. A profile picture is one still; posts
 * that were written then are read by it.
 */
export const plainFileSchema = z.strictObject({
  kind: z.enum(['image', 'video']),
  name,
  width: pixels,
  height: pixels,
});

export const pictureSchema = z.strictObject({ kind: z.literal('image'), name, width: pixels, height: pixels });

const videoSchema = z.strictObject({
  kind: z.literal('video'),
  name,
  width: pixels,
  height: pixels,
  /** Whole seconds; `null`: the file does not say. */
  seconds: z.nullable(z.int().check(z.minimum(0))),
  /** Name of the picture in the same folder that stands for it until it plays; `null`: the browser could make none. */
  poster: z.nullable(name),
});

/**
 * One stored file of a post or comment; its order is its index in the list (DATA-03). The path is
 * `/images/<folder>/<name>`; see `server/ports/media.ts` for the sizes that are served.
 */
export const mediaSchema = z.discriminatedUnion('kind', [pictureSchema, videoSchema]);

/** A stored picture. */
export type Picture = z.infer<typeof pictureSchema>;
/** A stored video. */
export type Video = z.infer<typeof videoSchema>;
export type Media = z.infer<typeof mediaSchema>;

/** The end of the name of an animated picture. Its first frame is served under the same name, with `?still`. */
export const ANIMATED_ENDING = '-animated.webp';

/** Whether a stored picture moves. Those of the first releases do not say so: they count as stills. */
export function isAnimated({ name }: Pick<Picture, 'name'>): boolean {
  return name.endsWith(ANIMATED_ENDING);
}

/** A file as an event of the first releases names it: it knows no poster, and no such event names a video. */
export function mediaOfPlainFile({ kind, ...file }: z.infer<typeof plainFileSchema>): Media {
  return kind === 'image' ? { kind, ...file } : { kind, ...file, seconds: null, poster: null };
}

/** The picture that shows a photo or video where it can't be played; `null`: a video without one. */
export function stillOf(media: Media): Picture | null {
  if (media.kind === 'image') return media;
  const { poster, width, height } = media;
  return poster === null ? null : { kind: 'image', name: poster, width, height };
}

/** The names of all files that belong to media, posters included. */
export function fileNamesOf(media: readonly Media[]): readonly string[] {
  return media.flatMap((file) =>
    file.kind === 'video' && file.poster !== null ? [file.name, file.poster] : [file.name],
  );
}

/** Media as they are uploaded: a poster is a picture of its own. */
export function uploadsOf(media: readonly Media[]): readonly Media[] {
  return media.flatMap((file) => {
    const poster = file.kind === 'video' ? stillOf(file) : null;
    return poster === null ? [file] : [file, poster];
  });
}

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

import sharp, { type Metadata } from 'sharp';
import { PHOTO_MAX_BYTES, PHOTO_MAX_PIXELS } from '#domain/kernel/limits.ts';
import { MEDIA_WIDTHS, MediaRefused } from '../../ports/media.ts';
import { type PictureType, pictureType } from './pictureType.ts';

/** Pixels of all frames of an animation together. */
export const ANIMATION_MAX_PIXELS = 100_000_000;
/** Quality of what is stored, of 100: no difference is seen at arm's length, a tenth of the bytes is. */
const WEBP_QUALITY = 82;
/** Effort of the encoder, of 6: more makes files a little smaller and uploads much slower. */
const WEBP_EFFORT = 3;

/** A picture as it is stored: upright, without metadata, in its own size and in smaller ones. */
export interface RenderedPicture {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly whole: Uint8Array;
  /** By width in pixels; only sizes smaller than the picture. */
  readonly sizes: ReadonlyMap<number, Uint8Array>;
}

/**
 * Turns uploaded bytes into WebP files. The header is judged before a pixel is decoded: a small file can unfold to
 * hundreds of megapixels.
 *
 * @throws MediaRefused
 */
export async function renderPicture(bytes: Uint8Array, accepted: readonly PictureType[]): Promise<RenderedPicture> {
  const type = pictureType(bytes);
  if (type === null || !accepted.includes(type)) throw new MediaRefused('PHOTO_TYPE');
  if (bytes.byteLength > PHOTO_MAX_BYTES) throw new MediaRefused('PHOTO_TOO_LARGE');
  try {
    const header = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (header.format !== type) throw new MediaRefused('PHOTO_TYPE');
    if (!withinPixelLimits(header)) throw new MediaRefused('PHOTO_TOO_MANY_PIXELS');
    return await encode(bytes, (header.pages ?? 1) > 1);
  } catch (error) {
    if (error instanceof MediaRefused) throw error;
    throw new MediaRefused('PHOTO_BROKEN');
  }
}

function withinPixelLimits({ width, height, pageHeight, pages }: Metadata): boolean {
  const frame = width * (pageHeight ?? height);
  return frame <= PHOTO_MAX_PIXELS && frame * (pages ?? 1) <= ANIMATION_MAX_PIXELS;
}

async function encode(bytes: Uint8Array, animated: boolean): Promise<RenderedPicture> {
  const limitInputPixels = animated ? ANIMATION_MAX_PIXELS : PHOTO_MAX_PIXELS;
  const toWebp = { quality: WEBP_QUALITY, effort: WEBP_EFFORT };
  // sharp copies no metadata unless told to; autoOrient turns the pixels by the EXIF that is then left behind.
  const upright = sharp(bytes, { limitInputPixels, animated, failOn: 'error' }).autoOrient();
  const whole = await upright.clone().webp(toWebp).toBuffer({ resolveWithObject: true });
  const width = whole.info.width;
  const height = whole.info.pageHeight ?? whole.info.height;

  const sizes = new Map<number, Uint8Array>();
  for (const size of MEDIA_WIDTHS) {
    if (size < width) sizes.set(size, await upright.clone().resize({ width: size }).webp(toWebp).toBuffer());
  }
  return { width, height, whole: whole.data, sizes };
}

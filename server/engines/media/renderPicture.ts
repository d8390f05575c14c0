import sharp, { type Metadata } from 'sharp';
import { ANIMATION_MAX_FRAMES, ANIMATION_MAX_PIXELS, PHOTO_MAX_PIXELS } from '#domain/kernel/limits.ts';
import type { PictureType } from '../../ports/media.ts';
import { MEDIA_WIDTHS, MediaRefused } from '../../ports/media.ts';

/** Quality of what is stored, of 100: no difference is seen at arm's length, a tenth of the bytes is. */
const WEBP_QUALITY = 82;
/** Effort of the encoder, of 6: more makes files a little smaller and uploads much slower. */
const WEBP_EFFORT = 3;

/** Pixels that a side of a WebP can have (RFC 9649, 2.7.1.1); longer ones are made smaller. */
const WEBP_MAX_SIDE = 16_383;

const LONGEST = { width: WEBP_MAX_SIDE, height: WEBP_MAX_SIDE };

/** A picture as it is stored: upright, without metadata, in its own size and in smaller ones. */
export interface RenderedPicture {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly picture: Sizes;
  /** The first frame of an animation; `null`: the picture is a still. */
  readonly still: Sizes | null;
}

/** A picture in all its sizes. */
export interface Sizes {
  readonly whole: Uint8Array;
  /** By width in pixels; only sizes smaller than the picture. */
  readonly smaller: ReadonlyMap<number, Uint8Array>;
}

/**
 * Turns a picture of a known type into WebP files. The header is judged before a pixel is decoded: a small file can
 * unfold to hundreds of megapixels. Runs in a process of its own (`pictureProcess.ts`): no library call can be ended
 * from within.
 *
 * @throws MediaRefused
 */
export async function renderPicture(bytes: Uint8Array, type: PictureType): Promise<RenderedPicture> {
  try {
    const header = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (header.format !== type) throw new MediaRefused('PHOTO_TYPE');
    requireWithinLimits(header);
    const isAnimated = (header.pages ?? 1) > 1;
    const isTurned = isAnimated && (header.orientation ?? 1) > 1;
    const how = { type, isTooLong: Math.max(header.width, header.pageHeight ?? header.height) > WEBP_MAX_SIDE };
    const source = isTurned ? await uprightAnimation(bytes, header) : bytes;
    const { width, height, ...picture } = await encode(source, isAnimated, how);
    const first = isAnimated ? await encode(source, false, how) : null;
    return { width, height, picture, still: first && { whole: first.whole, smaller: first.smaller } };
  } catch (error) {
    if (error instanceof MediaRefused) throw error;
    throw new MediaRefused('PHOTO_BROKEN');
  }
}

function requireWithinLimits({ width, height, pageHeight, pages = 1 }: Metadata): void {
  const frame = width * (pageHeight ?? height);
  if (frame > PHOTO_MAX_PIXELS) throw new MediaRefused('PHOTO_TOO_MANY_PIXELS');
  if (pages === 1) return;
  if (pages > ANIMATION_MAX_FRAMES || frame * pages > ANIMATION_MAX_PIXELS) {
    throw new MediaRefused('ANIMATION_TOO_LARGE');
  }
}

/** An animation with each of its frames turned as the EXIF says, without loss: the library turns stills alone. */
async function uprightAnimation(bytes: Uint8Array, header: Metadata): Promise<Uint8Array> {
  const { pages = 1, orientation, delay, loop } = header;
  const all = sharp(bytes, { limitInputPixels: ANIMATION_MAX_PIXELS, animated: true, failOn: 'error' });
  const { data, info } = await all.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, channels } = info;
  const height = info.pageHeight ?? info.height / pages;
  const frames: Uint8Array[] = [];
  for (let page = 0; page < pages; page += 1) {
    const size = width * height * channels;
    const frame = sharp(data.subarray(page * size, (page + 1) * size), { raw: { width, height, channels } });
    const marked = await frame.withMetadata({ orientation }).png({ compressionLevel: 1 }).toBuffer();
    frames.push(await sharp(marked).autoOrient().png({ compressionLevel: 1 }).toBuffer());
  }
  const joined = sharp(frames, { join: { animated: true }, limitInputPixels: ANIMATION_MAX_PIXELS });
  return joined
    .webp({ lossless: true, effort: 0, ...(delay && { delay }), ...(loop !== undefined && { loop }) })
    .toBuffer();
}

/** @param animated `false`: the first frame alone */
async function encode(
  bytes: Uint8Array,
  animated: boolean,
  { type, isTooLong }: { readonly type: PictureType; readonly isTooLong: boolean },
): Promise<Sizes & Pick<RenderedPicture, 'width' | 'height'>> {
  const limitInputPixels = animated ? ANIMATION_MAX_PIXELS : PHOTO_MAX_PIXELS;
  const toWebp = { quality: WEBP_QUALITY, effort: WEBP_EFFORT };
  // sharp drops metadata by default; autoOrient first turns the pixels by the EXIF.
  // A JPEG whose end is missing is shown as far as it goes, as browsers do.
  const failOn = type === 'jpeg' ? 'none' : 'error';
  const turned = sharp(bytes, { limitInputPixels, animated, failOn }).autoOrient();
  const upright = isTooLong ? turned.resize({ ...LONGEST, fit: 'inside' }) : turned;
  const whole = await upright.clone().webp(toWebp).toBuffer({ resolveWithObject: true });
  const width = whole.info.width;
  const height = whole.info.pageHeight ?? whole.info.height;

  const smaller = new Map<number, Uint8Array>();
  for (const size of MEDIA_WIDTHS) {
    if (size < width) smaller.set(size, await upright.clone().resize({ width: size }).webp(toWebp).toBuffer());
  }
  return { width, height, whole: whole.data, smaller };
}

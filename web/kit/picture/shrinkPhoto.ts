import { PHOTO_MAX_BYTES, PHOTO_MAX_PIXELS } from '#domain/kernel/limits.ts';
import { readBitmap } from './readBitmap.ts';
import { UnreadablePhoto } from './unreadablePhoto.ts';

/** Pixels of an uploaded picture: 2,560 by 2,560 (decisions D16). */
const UPLOAD_MAX_PIXELS = 2_560 * 2_560;
/** Width in pixels that a long screenshot keeps, and the height up to which it does (D16). */
const LONG_MAX_WIDTH_PX = 2_560;
const SIDE_MAX_PX = 16_000;
/** Height by width from which on a picture is a long one: taller than the screen of any phone. */
const LONG_FROM = 2.5;
/** Of the two sides, the longer by the shorter: what is narrower is drawn as less than a few pixels, and nobody sees it. */
const NARROWEST = 100;
/** Quality of a picture that was made smaller, as canvas counts. */
const JPEG_QUALITY = 0.86;

/** A picture of which nothing would be seen. */
export class NarrowPhoto extends UnreadablePhoto {
  constructor(width: number, height: number) {
    super('It is too narrow.');
    const [wide, high] = [width, height].map((side) => side.toLocaleString('en-US'));
    this.message = `A photo of ${wide} × ${high} pixels is too narrow to be seen. Please choose another one.`;
  }
}

/** A picture ready for upload. */
export interface ShrunkPhoto {
  readonly file: Blob;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of a picture with its longest edge at the limit; smaller ones stay as they are. */
export function fitEdge(width: number, height: number, maxEdge: number): Size {
  return scaled(width, height, maxEdge / Math.max(width, height));
}

/** The size in which a picture is uploaded (D16); small ones stay as they are. */
export function fitUpload(width: number, height: number): Size {
  const pixels = width * height;
  const sides = SIDE_MAX_PX / Math.max(width, height);
  if (height < LONG_FROM * width) return scaled(width, height, Math.min(sides, Math.sqrt(UPLOAD_MAX_PIXELS / pixels)));
  // The words of a long screenshot are as wide as they were: only the server's own limit makes it smaller.
  const most = Math.min(LONG_MAX_WIDTH_PX / width, Math.sqrt(PHOTO_MAX_PIXELS / pixels));
  return scaled(width, height, Math.min(sides, most), Math.floor);
}

function scaled(width: number, height: number, scale: number, round = Math.round): Size {
  if (scale >= 1) return { width, height };
  return { width: Math.max(1, round(width * scale)), height: Math.max(1, round(height * scale)) };
}

/**
 * Makes a picture small enough to travel: at most 6.5 megapixels, long screenshots as wide as they are (D16). Animated
 * GIFs and small pictures go as they are.
 *
 * @throws UnreadablePhoto
 */
export async function shrinkPhoto(file: Blob): Promise<ShrunkPhoto> {
  const bitmap = await readBitmap(file);
  try {
    const { width, height } = fitUpload(bitmap.width, bitmap.height);
    if (Math.max(width, height) > NARROWEST * Math.min(width, height))
      throw new NarrowPhoto(bitmap.width, bitmap.height);
    const asItIs = { file, width: bitmap.width, height: bitmap.height };
    const isSmall = width === bitmap.width && height === bitmap.height && file.size <= PHOTO_MAX_BYTES;
    if (isSmall || file.type === 'image/gif') return asItIs;
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d');
    if (context === null) return asItIs;
    context.drawImage(bitmap, 0, 0, width, height);
    // A drawing with transparent parts stays one.
    const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
    const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY));
    return smaller === null ? asItIs : { file: smaller, width, height };
  } finally {
    bitmap.close();
  }
}

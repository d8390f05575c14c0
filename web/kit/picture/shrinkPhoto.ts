import { PHOTO_MAX_BYTES } from '#domain/kernel/limits.ts';

/** Longest edge in pixels of an uploaded picture (decisions D16). */
export const UPLOAD_MAX_EDGE_PX = 2_560;
/** Quality of a picture that was made smaller, as canvas counts. */
const JPEG_QUALITY = 0.86;

/** The browser cannot read a file as a picture, whatever its name says: neither could anyone else. */
export class UnreadablePhoto extends Error {
  constructor(cause: unknown) {
    super('This photo could not be read. Please choose another one.', { cause });
    this.name = 'UnreadablePhoto';
  }
}

/** A picture ready for upload. */
export interface ShrunkPhoto {
  readonly file: Blob;
  readonly width: number;
  readonly height: number;
}

/** The size of a picture with its longest edge at the limit; smaller ones stay as they are. */
export function fitEdge(
  width: number,
  height: number,
  maxEdge = UPLOAD_MAX_EDGE_PX,
): { width: number; height: number } {
  const scale = Math.min(1, maxEdge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Makes a picture small enough to travel: at most 2,560 pixels at its longest edge (D16). Animated GIFs and small
 * pictures go as they are.
 *
 * @throws UnreadablePhoto
 */
export async function shrinkPhoto(file: Blob): Promise<ShrunkPhoto> {
  const bitmap = await createImageBitmap(file).catch((error: unknown) => {
    throw new UnreadablePhoto(error);
  });
  try {
    const { width, height } = fitEdge(bitmap.width, bitmap.height);
    const asItIs = { file, width: bitmap.width, height: bitmap.height };
    const isSmall = width === bitmap.width && file.size <= PHOTO_MAX_BYTES;
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

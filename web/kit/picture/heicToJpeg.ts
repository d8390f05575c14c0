import { persistently } from '../persistently.ts';
import { readBitmap } from './readBitmap.ts';
import { UnreadablePhoto } from './unreadablePhoto.ts';

/** Quality of the converted picture, from 0 to 1. */
const JPEG_QUALITY = 0.9;

/**
 * A photo of an iPhone as JPEG, which every browser shows (Q25). Browsers of Apple read it themselves; for the others a
 * decoder of three megabytes loads with the first one.
 *
 * @throws UnreadablePhoto
 */
export async function heicToJpeg(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap !== null) return jpegOf(bitmap);
  // The build of it that needs no right to make code from text.
  const { heicTo } = await persistently(() => import('heic-to/csp'));
  return heicTo({ blob: file, type: 'image/jpeg', quality: JPEG_QUALITY }).catch((error: unknown) => {
    throw new UnreadablePhoto(error);
  });
}

/**
 * A picture of any kind that this browser can read, as JPEG (D46).
 *
 * @throws UnreadablePhoto
 */
export async function toJpeg(file: File): Promise<Blob> {
  return jpegOf(await readBitmap(file));
}

/** Closes the bitmap. */
async function jpegOf(bitmap: ImageBitmap): Promise<Blob> {
  try {
    const canvas = document.createElement('canvas');
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    const context = canvas.getContext('2d');
    if (context === null) throw new UnreadablePhoto('There is no canvas.');
    // A JPEG has no transparent parts: they are paper, not ink.
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0);
    const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
    if (jpeg === null) throw new UnreadablePhoto('The canvas gave no picture.');
    return jpeg;
  } finally {
    bitmap.close();
  }
}

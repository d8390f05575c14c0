import { persistently } from '../persistently.ts';
import { UnreadablePhoto } from './shrinkPhoto.ts';

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
  if (bitmap === null) {
    // The build of it that needs no right to make code from text.
    const { heicTo } = await persistently(() => import('heic-to/csp'));
    return heicTo({ blob: file, type: 'image/jpeg', quality: JPEG_QUALITY }).catch((error: unknown) => {
      throw new UnreadablePhoto(error);
    });
  }
  try {
    const canvas = document.createElement('canvas');
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
    if (jpeg === null) throw new UnreadablePhoto('The canvas gave no picture.');
    return jpeg;
  } finally {
    bitmap.close();
  }
}

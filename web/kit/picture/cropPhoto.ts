import { fitEdge, type ShrunkPhoto } from './shrinkPhoto.ts';
import { UnreadablePhoto } from './unreadablePhoto.ts';

/** Longest edge in pixels of a cropped profile picture: four times its largest place on a page. */
const CROPPED_MAX_EDGE_PX = 1_024;
/** Quality of a cropped picture, as canvas counts. */
const CROPPED_QUALITY = 0.9;

/** A part of a picture, in its own pixels. */
export interface PhotoArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Cuts a part out of a picture.
 *
 * @throws UnreadablePhoto
 */
export async function cropPhoto(file: Blob, area: PhotoArea): Promise<ShrunkPhoto> {
  const bitmap = await createImageBitmap(file).catch((error: unknown) => {
    throw new UnreadablePhoto(error);
  });
  try {
    const { width, height } = fitEdge(area.width, area.height, CROPPED_MAX_EDGE_PX);
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    canvas.getContext('2d')?.drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, width, height);
    // A drawing with transparent parts stays one.
    const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
    const cut = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, CROPPED_QUALITY));
    if (cut === null) throw new UnreadablePhoto('The canvas gave no picture.');
    return { file: cut, width, height };
  } finally {
    bitmap.close();
  }
}

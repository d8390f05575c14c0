import { UnreadablePhoto } from './unreadablePhoto.ts';

/**
 * The pixels of a picture, upright. An element of a page reads more than `createImageBitmap`: a JPEG whose end is
 * missing, drawings.
 *
 * @throws UnreadablePhoto
 */
export async function readBitmap(file: Blob): Promise<ImageBitmap> {
  return createImageBitmap(file)
    .catch(() => drawnByElement(file))
    .catch((error: unknown) => {
      throw new UnreadablePhoto(error);
    });
}

async function drawnByElement(file: Blob): Promise<ImageBitmap> {
  const image = new Image();
  const url = URL.createObjectURL(file);
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = () => reject(new Error('It is no picture that this browser reads.'));
      image.src = url;
    });
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('There is no canvas.');
    context.drawImage(image, 0, 0);
    return await createImageBitmap(canvas);
  } finally {
    URL.revokeObjectURL(url);
  }
}

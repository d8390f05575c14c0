import { ANIMATION_MAX_FRAMES, PHOTO_MAX_BYTES } from '#domain/kernel/limits.ts';
import { type FileType, MediaRefused, type PictureType, VIDEO_TYPES } from '../../ports/media.ts';
import { countFrames } from './frames.ts';
import { pictureType } from './pictureType.ts';

/** Type and frames of a picture, read before a library opens it. */
export interface JudgedPicture {
  readonly type: PictureType;
  readonly frames: number;
}

/**
 * Judges uploaded bytes by their container alone, before they wait for anything: type, size, frames. Libraries look at
 * each frame already when asked for the size, and hundreds of thousands fit into an upload.
 *
 * @throws MediaRefused
 */
export function judgePicture(bytes: Uint8Array, accepted: readonly FileType[]): JudgedPicture {
  const type = pictureType(bytes);
  if (type === null || !accepted.includes(type)) {
    throw new MediaRefused(VIDEO_TYPES.some((each) => accepted.includes(each)) ? 'MEDIA_TYPE' : 'PHOTO_TYPE');
  }
  if (bytes.byteLength > PHOTO_MAX_BYTES) throw new MediaRefused('PHOTO_TOO_LARGE');
  const frames = countFrames(bytes, type, ANIMATION_MAX_FRAMES);
  if (frames > ANIMATION_MAX_FRAMES) throw new MediaRefused('ANIMATION_TOO_LARGE');
  return { type, frames };
}

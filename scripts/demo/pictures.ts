import sharp from 'sharp';
import { type Face, fileOfFace, fileOfThing } from './story/assets.ts';
import type { Crop, StoryPicture } from './story/story.ts';

/** Pixels of the longer side of a picture: sharp on a phone, and quick to store 50 of. */
export const PICTURE_PIXELS = 1_080;
/** Pixels of a profile picture. */
export const AVATAR_PIXELS = 400;
/** Of 100. */
const JPEG_QUALITY = 90;
/** Dots per inch at which an SVG document has one pixel for each of its units. */
const SVG_DENSITY = 72;

/**
 * A post's picture as a JPEG file.
 *
 * @param pixels of the longer side
 */
export async function renderPicture({ drawing, crop }: StoryPicture, pixels = PICTURE_PIXELS): Promise<Uint8Array> {
  const file = fileOfThing(drawing);
  const { width, height } = crop ?? (await sharp(file).metadata());
  const scale = pixels / Math.max(width, height);
  const drawn = sharp(file, { density: SVG_DENSITY * scale });
  const part = crop === undefined ? drawn : drawn.extract(scaled(crop, scale));
  return part
    .resize(Math.round(width * scale), Math.round(height * scale))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
}

function scaled({ x, y, width, height }: Crop, scale: number) {
  return {
    left: Math.round(x * scale),
    top: Math.round(y * scale),
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  };
}

/** A profile picture as a PNG file. */
export async function renderAvatar(face: Face): Promise<Uint8Array> {
  return sharp(fileOfFace(face)).resize(AVATAR_PIXELS).png().toBuffer();
}

import sharp from 'sharp';
import { avatar, type Face } from './drawings/avatars.ts';
import { type Drawing, toSvg } from './drawings/kit.ts';
import { drawings } from './drawings.ts';
import type { StoryPicture } from './story.ts';

/** Pixels of the longer side of a picture: sharp on a phone, and quick to store 50 of. */
export const PICTURE_PIXELS = 1_080;
/** Pixels of a profile picture. */
export const AVATAR_PIXELS = 400;
/** Of 100. */
const JPEG_QUALITY = 90;

/** Width at which the longer side has so many pixels. */
function widthOf({ width, height }: { readonly width: number; readonly height: number }, pixels: number): number {
  return Math.round(pixels * Math.min(1, width / height));
}

/**
 * A post's picture as a JPEG file.
 *
 * @param pixels of the longer side
 */
export async function renderPicture(picture: StoryPicture, pixels = PICTURE_PIXELS): Promise<Uint8Array> {
  const drawing: Drawing = drawings[picture.drawing]();
  const svg = toSvg(drawing, widthOf(picture.crop ?? drawing, pixels), picture.crop);
  return sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).jpeg({ quality: JPEG_QUALITY }).toBuffer();
}

/** A profile picture as a PNG file. */
export async function renderAvatar(face: Face): Promise<Uint8Array> {
  return sharp(Buffer.from(toSvg(avatar(face), AVATAR_PIXELS)))
    .png()
    .toBuffer();
}

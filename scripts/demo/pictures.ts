import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { type Face, fileOfFace, fileOfThing } from './story/assets.ts';
import type { StoryPicture } from './story/story.ts';

/** Pixels of the longer side of a picture: sharp on a phone, and quick to store 50 of. */
export const PICTURE_PIXELS = 1_080;
/** Pixels of a profile picture. */
export const AVATAR_PIXELS = 400;
/** Of 100. */
const JPEG_QUALITY = 90;
/** The size and the part that an SVG document shows, in its first tag. */
const VIEW = /width="(\d+)" height="(\d+)" viewBox="[^"]*"/;

/**
 * A post's picture as a JPEG file.
 *
 * @param pixels of the longer side
 */
export async function renderPicture({ drawing, crop }: StoryPicture, pixels = PICTURE_PIXELS): Promise<Uint8Array> {
  const svg = await readFile(fileOfThing(drawing), 'utf8');
  const [, wide, high] = svg.match(VIEW) ?? [];
  const { x, y, width, height } = crop ?? { x: 0, y: 0, width: Number(wide), height: Number(high) };
  const scale = pixels / Math.max(width, height);
  const size = `width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`;
  // The document shows the part at its size, so the rest is not drawn.
  const shown = svg.replace(VIEW, `${size} viewBox="${x} ${y} ${width} ${height}"`);
  return sharp(Buffer.from(shown)).flatten({ background: '#ffffff' }).jpeg({ quality: JPEG_QUALITY }).toBuffer();
}

/** A profile picture as a PNG file. */
export async function renderAvatar(face: Face): Promise<Uint8Array> {
  return sharp(fileOfFace(face)).resize(AVATAR_PIXELS).png().toBuffer();
}

import sharp from 'sharp';
import { animatedGif } from '#test/server/support/pictures.ts';
import { type MediaFixture, mediaFixture } from '../../fixtures/media.ts';

/** A picture as a file chooser hands it over. */
export interface PictureFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Sides in pixels: wide, tall and square, so that a page has to cope with all of them. */
const SIDES = [
  [640, 420],
  [420, 640],
  [500, 500],
] as const;
/** Degrees between the colours of two pictures: neighbours differ clearly. */
const HUE_STEP = 47;

/** Width and height in pixels of the photo with a number. */
export function sidesOf(number: number): (typeof SIDES)[number] {
  return SIDES[number % SIDES.length] ?? SIDES[0];
}

/** A drawn photo of its own colour; the same number gives the same picture. */
export async function picture(number: number): Promise<PictureFile> {
  const [width, height] = sidesOf(number);
  const hue = (number * HUE_STEP) % 360;
  const drawing =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="100%" height="100%" fill="hsl(${hue} 45% 72%)"/>` +
    `<circle cx="50%" cy="55%" r="30%" fill="hsl(${hue} 60% 40%)"/>` +
    `<text x="50%" y="58%" font-size="90" text-anchor="middle" fill="white">${number}</text></svg>`;
  const buffer = await sharp(Buffer.from(drawing)).jpeg({ quality: 80 }).toBuffer();
  return { name: `photo-${number}.jpg`, mimeType: 'image/jpeg', buffer };
}

/** A photo of a single colour and any size. */
export async function plainPicture(width: number, height: number): Promise<PictureFile> {
  const background = `hsl(${(width + height) % 360} 50% 60%)`;
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { name: `plain-${width}-${height}.jpg`, mimeType: 'image/jpeg', buffer };
}

/** A photo whose grain makes it large: some megabytes, the same each time. */
export async function noisyPhoto(width = 1_400, height = 1_000): Promise<PictureFile> {
  const channels = 3;
  const grain = Buffer.alloc(width * height * channels);
  // A linear congruential generator (Numerical Recipes).
  let state = 1;
  for (let at = 0; at < grain.byteLength; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    grain[at] = state >>> 24;
  }
  const buffer = await sharp(grain, { raw: { width, height, channels } }).jpeg({ quality: 92 }).toBuffer();
  return { name: 'grain.jpg', mimeType: 'image/jpeg', buffer };
}

/** An animation of three colours. */
export async function animation(width: number, height: number): Promise<PictureFile> {
  return { name: 'moving.gif', mimeType: 'image/gif', buffer: await animatedGif(width, height, 3) };
}

/** That many different pictures. */
export function pictures(count: number): Promise<PictureFile[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => picture(index + 1)));
}

const VIDEO_TYPES: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  avi: 'video/x-msvideo',
};

/**
 * A short film as a file chooser hands it over.
 *
 * @param bytes a longer one, with a part at its end that no player reads
 */
export function film(name: MediaFixture, bytes = 0): PictureFile {
  const short = mediaFixture(name);
  const rest = Buffer.alloc(Math.max(0, bytes - short.byteLength));
  if (rest.byteLength > 0) {
    rest.writeUInt32BE(rest.byteLength, 0);
    rest.write('free', 4, 'latin1');
  }
  const mimeType = VIDEO_TYPES[name.split('.').at(-1) ?? ''] ?? '';
  return { name, mimeType, buffer: rest.byteLength > 0 ? Buffer.concat([short, rest]) : short };
}

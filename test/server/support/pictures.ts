import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A picture of one colour. */
export function picture(width: number, height: number, format: 'jpeg' | 'png' | 'webp' | 'gif' = 'png') {
  return sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .toFormat(format)
    .toBuffer();
}

/** A photo from a turned camera: stored in landscape, shown in portrait; with a location and a maker in its EXIF. */
export function turnedPhoto(width: number, height: number): Promise<Buffer> {
  const gps = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '35/1 13/1 0/1',
    GPSLongitudeRef: 'W',
    GPSLongitude: '97/1 26/1 0/1',
  };
  return sharp({ create: { width, height, channels: 3, background: '#996633' } })
    .jpeg()
    .withExif({ IFD0: { Orientation: '6', Make: 'CanaryCam' }, IFD3: gps })
    .withMetadata({ orientation: 6, exif: { IFD0: { Make: 'CanaryCam' }, IFD3: gps } })
    .toBuffer();
}

/** A GIF of several frames. */
export async function animatedGif(width: number, height: number, frames: number): Promise<Buffer> {
  const pages = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      sharp({ create: { width, height, channels: 3, background: { r: (index * 60) % 256, g: 80, b: 160 } } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(pages, { join: { animated: true } })
    .gif({ delay: frames > 0 ? Array(frames).fill(100) : [] })
    .toBuffer();
}

/** A GIF of many frames of one pixel each, 24 bytes a frame. */
export function tinyFrames(frames: number): Buffer {
  const screen = [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
  const frame = [0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    Buffer.from(screen),
    ...Array<Buffer>(frames).fill(Buffer.from(frame)),
    Buffer.from([0x3b]),
  ]);
}

/** A PNG of a few kilobytes that unfolds to `width` by `height` pixels. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * height);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

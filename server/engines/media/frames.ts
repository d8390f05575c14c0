import type { PictureType } from '../../ports/media.ts';

/**
 * Frames of a picture, read from its container: no pixel is decoded, the cost is a walk over the headers. A still has
 * one. PNG and JPEG count as stills: the decoder shows the first frame of an animated PNG and skips the others.
 *
 * @param atMost the walk ends when it has found more
 */
export function countFrames(bytes: Uint8Array, type: PictureType, atMost: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (type === 'gif') return countGifFrames(view, atMost);
  if (type === 'webp') return countWebpFrames(view, atMost);
  return 1;
}

/** GIF89a, section 15 to 26: a header, a logical screen, then blocks that each begin with one of these bytes. */
const GIF = { screen: 6, blocks: 13, image: 0x2c, extension: 0x21, imageHeaderBytes: 10 } as const;

function countGifFrames(view: DataView, atMost: number): number {
  if (view.byteLength < GIF.blocks) return 0;
  let frames = 0;
  let at = GIF.blocks + colourTableBytes(view.getUint8(GIF.screen + 4));
  while (at < view.byteLength && frames <= atMost) {
    const block = view.getUint8(at);
    if (block === GIF.image) {
      frames += 1;
      const flagsAt = at + GIF.imageHeaderBytes - 1;
      if (flagsAt >= view.byteLength) break;
      // The colours of the image, then one byte of the compression.
      at = afterSubBlocks(view, flagsAt + 1 + colourTableBytes(view.getUint8(flagsAt)) + 1);
    } else if (block === GIF.extension) {
      at = afterSubBlocks(view, at + 2);
    } else {
      // The trailer; decoders skip other bytes and look for the next block, so this does too.
      at += 1;
    }
  }
  return frames;
}

/** Bytes of a colour table by the flags of its screen or image. */
function colourTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1);
}

/** Where a chain of sub-blocks ends: each begins with its length, the last one is empty. */
function afterSubBlocks(view: DataView, start: number): number {
  let at = start;
  while (at < view.byteLength) {
    const length = view.getUint8(at);
    at += 1 + length;
    if (length === 0) break;
  }
  return at;
}

/** RIFF: chunks of a name, a length and as many bytes, padded to an even number (RFC 9649). */
const WEBP = { chunks: 12, chunkHeaderBytes: 8, frame: 0x414e4d46 } as const;

function countWebpFrames(view: DataView, atMost: number): number {
  let frames = 0;
  let at: number = WEBP.chunks;
  while (at + WEBP.chunkHeaderBytes <= view.byteLength && frames <= atMost) {
    if (view.getUint32(at) === WEBP.frame) frames += 1;
    const length = view.getUint32(at + 4, true);
    at += WEBP.chunkHeaderBytes + length + (length % 2);
  }
  // A still has its picture in a chunk of another name.
  return Math.max(1, frames);
}

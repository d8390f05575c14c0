import { MediaRefused, type VideoType } from '../../ports/media.ts';
import { readAvi } from './aviContainer.ts';
import type { ByteSource, VideoContainer } from './container.ts';
import { readIso } from './isoContainer.ts';

/** Greatest edge of a video in pixels: more is no size of a film, but a number that was made up. */
const VIDEO_MAX_EDGE_PX = 16_384;

/** Bytes that show what a file is. */
const SIGNATURE_BYTES = 12;
/** First parts of a QuickTime file that was written before there were brands. */
const OLD_QUICKTIME = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);
/** Brands of the same container that stand for stills, sound and pages. */
const NO_VIDEO = /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1|avif|avis|jp2 |jpm |jpx |crx |M4A |M4B |M4P |f4a |f4b )/;

/** The type of a video by its first bytes, or `null` when it is none that we take. */
function videoType(bytes: Uint8Array): VideoType | null {
  const text = Buffer.from(bytes.subarray(0, SIGNATURE_BYTES)).toString('latin1');
  const [first, second, third] = [text.slice(0, 4), text.slice(4, 8), text.slice(8, 12)];
  if (first === 'RIFF' && third === 'AVI ') return 'avi';
  if (second === 'ftyp') return NO_VIDEO.test(third) ? null : third === 'qt  ' ? 'mov' : 'mp4';
  return OLD_QUICKTIME.has(second) ? 'mov' : null;
}

/**
 * Reads a video's container and checks that it is whole: each part ends within the file, and there is a picture of some
 * size to show. What the file is called counts for nothing.
 *
 * @throws MediaRefused
 */
export async function readVideo(source: ByteSource, accepted: readonly string[]): Promise<VideoContainer> {
  const type = videoType(await source.read(0, SIGNATURE_BYTES));
  if (type === null || !accepted.includes(type)) throw new MediaRefused('MEDIA_TYPE');
  const read = type === 'avi' ? await readAvi(source) : await readIso(source);
  if (read === null || !isSize(read.width) || !isSize(read.height)) throw new MediaRefused('VIDEO_BROKEN');
  return { type, ...read };
}

const isSize = (pixels: number) => pixels >= 1 && pixels <= VIDEO_MAX_EDGE_PX;

import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

/** A part of a page. */
export interface PagePart {
  readonly text: string;
  /** Whether it holds the viewer's own data. */
  readonly isOwn: boolean;
}

const deflate = promisify(deflateRaw);

/** Bytes of one stored block (RFC 1951 §3.2.4). */
const STORED_MAX_BYTES = 65_535;
/** A gzip header without name or time (RFC 1952 §2.3), and the empty last block of a stream. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);

/**
 * Packs a page as one gzip stream: shared parts compressed, each alone, and the viewer's parts between them
 * uncompressed. If both were compressed together, an attacker who writes posts and observes the page's length could
 * guess the viewer's data, because repeated text makes the page shorter (BREACH, https://www.breachattack.com).
 */
export async function gzipParts(parts: readonly PagePart[]): Promise<Buffer> {
  const plain = parts.map(({ text }) => Buffer.from(text));
  const blocks = await Promise.all(
    plain.map(async (bytes, index) =>
      parts[index]?.isOwn === true
        ? storedBlocks(bytes)
        : // Ends on a whole byte, and is not the last of its stream.
          deflate(bytes, { finishFlush: constants.Z_FULL_FLUSH }),
    ),
  );
  const whole = Buffer.concat(plain);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(whole), 0);
  trailer.writeUInt32LE(whole.length % 2 ** 32, 4);
  return Buffer.concat([GZIP_HEADER, ...blocks, LAST_BLOCK, trailer]);
}

function storedBlocks(bytes: Buffer): Buffer {
  const blocks: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += STORED_MAX_BYTES) {
    const block = bytes.subarray(from, from + STORED_MAX_BYTES);
    const head = Buffer.alloc(5);
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(~block.length & 0xffff, 3);
    blocks.push(head, block);
  }
  return Buffer.concat(blocks);
}

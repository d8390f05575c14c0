import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { FetchRefused } from './fetchRefused.ts';

/** The encodings of a body that are understood (RFC 9110 §8.4.1, RFC 7932, RFC 9659). */
export const ENCODINGS = 'gzip, deflate, br, zstd';
/** Encodings of one body, one around the other; nobody honest uses more. */
const ENCODINGS_MAX = 3;
/** Window of Zstandard as a power of two: what RFC 9659 §3 lets a body have, 8 MB. */
const ZSTD_WINDOW_LOG_MAX = 23;
/** A zlib stream begins with this method in its lower four bits (RFC 1950 §2.2); some servers send the bare stream. */
const DEFLATE_METHOD = 8;
/** A body that is cut off is read up to there, as browsers do. */
const CUT = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };

/**
 * The body as its encodings say; read piece by piece, so that what is packed tightly stops at the limit, too.
 *
 * @param maxBytes of what comes between two encodings
 * @throws FetchRefused it is packed otherwise
 */
export async function unpacked(answer: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Readable> {
  const named = (answer.headers['content-encoding'] ?? '').toLowerCase().split(',');
  const encodings = named.map((each) => each.trim()).filter((each) => each !== '' && each !== 'identity');
  if (encodings.length > ENCODINGS_MAX) {
    answer.destroy();
    throw new FetchRefused('It is packed too often.');
  }
  let body: Readable = answer;
  // The last one was put around all others.
  for (const [index, encoding] of encodings.reverse().entries()) {
    if (index > 0) body = piped(body, measured(maxBytes));
    body = piped(body, await unpackerOf(encoding, body, signal));
  }
  return body;
}

async function unpackerOf(encoding: string, body: Readable, signal: AbortSignal): Promise<Transform> {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(CUT);
    case 'deflate': {
      const first = await firstByte(body, signal);
      return first !== null && (first & 0x0f) !== DEFLATE_METHOD ? createInflateRaw(CUT) : createInflate(CUT);
    }
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    case 'zstd':
      return createZstdDecompress({
        finishFlush: constants.ZSTD_e_flush,
        params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX },
      });
    default:
      body.destroy();
      throw new FetchRefused(`It is packed as ${encoding}.`);
  }
}

/** The first byte of a stream, which stays in it; `null`: it is empty. */
async function firstByte(body: Readable, signal: AbortSignal): Promise<number | null> {
  await once(body, 'readable', { signal });
  const start = body.read() as Buffer | null;
  if (start !== null) body.unshift(start);
  return start?.[0] ?? null;
}

/** Lets so many bytes pass: a packed body can hold a packed one of any size. */
function measured(maxBytes: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) done(new FetchRefused('It is too large.'));
      else done(null, chunk);
    },
  });
}

/** One stream through another: an error or the end of either is that of both. */
function piped(from: Readable, to: Transform): Transform {
  from.on('error', (error) => to.destroy(error));
  // Its reader gets the error. While it has none, as between two encodings, an error that nobody hears would end the process.
  to.on('error', () => undefined);
  to.on('close', () => from.destroy());
  return from.pipe(to);
}

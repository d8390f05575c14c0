import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { Request } from 'express';
import { PHOTO_MAX_BYTES } from '#domain/kernel/limits.ts';
import { MediaRefused } from '../ports/media.ts';
import { isCut } from './cutConnection.ts';
import { refuseWith } from './errors.ts';
import { type UploadLease, uploadsBusy } from './uploadLimits.ts';

/** Bytes that are read of a refused upload; then the connection is cut. */
const DRAIN_MAX_BYTES = 4 * PHOTO_MAX_BYTES;
/** Milliseconds without a byte after which an upload is cut, because it occupies a place and memory. */
const UPLOAD_STALL_MS = 20_000;

/** A count of bytes in a header; `null`: there is none, or it is no count. */
export function bytesIn(request: Request, header: string): number | null {
  const text = request.get(header) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/**
 * The bytes of the one uploaded file: the field `file` of a form, or the whole body. Names and declared types are
 * ignored.
 *
 * @throws MediaRefused over PHOTO_MAX_BYTES
 * @throws HttpRefused no file, a form that can't be read, or no room for the bytes
 */
export async function readUpload(request: Request, lease: UploadLease): Promise<Uint8Array> {
  const isForm = request.is('multipart/form-data') !== false && request.is('multipart/form-data') !== null;
  const stall = setTimeout(() => request.destroy(), UPLOAD_STALL_MS);
  const onBytes = () => stall.refresh();
  try {
    const bytes = isForm ? await readForm(request, lease, onBytes) : await collect(request, lease, onBytes);
    if (bytes.byteLength === 0) throw refuseWith('UPLOAD_MISSING');
    return bytes;
  } finally {
    clearTimeout(stall);
  }
}

/**
 * Runs the reading of a body piece by piece, and cuts a connection that brings nothing for a while.
 *
 * @param read gets the bytes as they come; it takes no more than it has written
 */
export async function readStream<T>(request: Request, read: (bytes: AsyncIterable<Buffer>) => Promise<T>): Promise<T> {
  const stall = setTimeout(() => request.destroy(), UPLOAD_STALL_MS);
  async function* watched(): AsyncGenerator<Buffer> {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      stall.refresh();
      yield chunk;
    }
  }
  try {
    return await read(watched());
  } finally {
    clearTimeout(stall);
  }
}

/** Reads a whole stream. After a refusal it discards the rest, so that the browser reads the answer. */
async function collect(stream: AsyncIterable<Buffer>, lease: UploadLease, onBytes: () => void): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let refusal: Error | null = null;
  let size = 0;
  lease.onYield(() => {
    refusal ??= uploadsBusy();
    chunks.length = 0;
  });
  for await (const chunk of stream) {
    onBytes();
    size += chunk.byteLength;
    if (size > PHOTO_MAX_BYTES) refusal ??= new MediaRefused('PHOTO_TOO_LARGE');
    else if (refusal === null && !lease.take(chunk.byteLength)) refusal = uploadsBusy();
    if (refusal === null) {
      chunks.push(chunk);
    } else {
      chunks.length = 0;
      lease.drop();
    }
    if (size > DRAIN_MAX_BYTES) break;
  }
  if (refusal !== null) throw refusal;
  lease.settle();
  return Buffer.concat(chunks);
}

async function readForm(request: Request, lease: UploadLease, onBytes: () => void): Promise<Uint8Array> {
  let file: Promise<Uint8Array> = Promise.resolve(new Uint8Array());
  try {
    const form = busboy({
      headers: request.headers,
      limits: { files: 1, fields: 0, parts: 2, fileSize: PHOTO_MAX_BYTES + 1 },
    });
    form.on('file', (_name, stream) => {
      file = collect(stream, lease, onBytes);
      // Awaited below, after the end of the form; until then a rejection must not count as unhandled.
      file.catch(() => undefined);
    });
    await pipeline(request, form);
  } catch (error) {
    if (isCut(error, request)) throw error;
    // No boundary, or a form that ends early.
    throw refuseWith('BODY_INVALID');
  }
  return file;
}

import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { Request } from 'express';
import { PHOTO_MAX_BYTES } from '#domain/kernel/limits.ts';
import { MediaRefused } from '../ports/media.ts';
import { refuseWith } from './errors.ts';

/**
 * The bytes of the one uploaded file: the field `file` of a form, or the whole body. Names and declared types are
 * not looked at.
 *
 * @throws MediaRefused over PHOTO_MAX_BYTES
 * @throws HttpRefused no file, or a form that can't be read
 */
export async function readUpload(request: Request): Promise<Uint8Array> {
  const isForm = request.is('multipart/form-data') !== false && request.is('multipart/form-data') !== null;
  const bytes = isForm ? await readForm(request) : await collect(request);
  if (bytes.byteLength === 0) throw refuseWith('UPLOAD_MISSING');
  return bytes;
}

/** Reads a stream whole; past the limit the rest is let go by unread, so that the refusal can be heard. */
async function collect(stream: AsyncIterable<Buffer>): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > PHOTO_MAX_BYTES) chunks.length = 0;
    else chunks.push(chunk);
    if (size > DRAIN_MAX_BYTES) break;
  }
  if (size > PHOTO_MAX_BYTES) throw new MediaRefused('PHOTO_TOO_LARGE');
  return Buffer.concat(chunks);
}

/** Bytes that are read of an upload that is too large; beyond it the connection is cut. */
const DRAIN_MAX_BYTES = 4 * PHOTO_MAX_BYTES;

async function readForm(request: Request): Promise<Uint8Array> {
  let file: Promise<Uint8Array> = Promise.resolve(new Uint8Array());
  try {
    const form = busboy({
      headers: request.headers,
      limits: { files: 1, fields: 0, parts: 2, fileSize: PHOTO_MAX_BYTES + 1 },
    });
    form.on('file', (_name, stream) => {
      file = collect(stream);
      // It is awaited below, once the form has ended; until then a refusal must not count as unhandled.
      file.catch(() => undefined);
    });
    await pipeline(request, form);
  } catch {
    // No boundary, a form that ends early, a browser that went away.
    throw refuseWith('BODY_INVALID');
  }
  return file;
}

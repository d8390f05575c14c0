import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { ByteRange, ServedFile } from '../ports/media.ts';
import { refuseWith } from './errors.ts';

/** A range of so many bytes at the end. */
const LAST_BYTES = /^bytes=\s*-(\d+)\s*$/;

/**
 * Sends a file of the media store as a stream: the whole, one requested part (206), or nothing if the browser has it
 * (304). The caller has set its caching headers.
 *
 * @param etag with its quotes; the same tag always means the same bytes
 * @throws HttpRefused it was deleted meanwhile
 */
export async function sendFile(request: Request, response: Response, file: ServedFile, etag: string): Promise<void> {
  response.set({
    'Content-Type': file.contentType,
    'Accept-Ranges': 'bytes',
    'Last-Modified': file.modifiedAt.toUTCString(),
    ETag: etag,
  });
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const part = partOf(request, file, etag);
  if (part === 'none') {
    // How long the file may be kept says nothing about this answer.
    response
      .status(416)
      .set({ 'Content-Range': `bytes */${file.size}`, 'Cache-Control': 'no-store' })
      .end();
    return;
  }
  if (part !== null) response.status(206).set('Content-Range', `bytes ${part.start}-${part.end}/${file.size}`);
  response.set('Content-Length', String(part === null ? file.size : part.end - part.start + 1));
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const stream = await file.open(part ?? undefined);
  if (stream === null) throw gone(response);
  try {
    await pipeline(stream, response);
  } finally {
    // If the browser has left already, the pipeline does not even begin. A file that is not closed ends the process when
    // its handle is collected as garbage.
    stream.destroy();
  }
}

/** The one requested part; `null`: the whole; `none`: outside the file. */
function partOf(request: Request, file: ServedFile, etag: string): ByteRange | 'none' | null {
  // Of other methods a part is not defined (RFC 9110 §14.2).
  if (request.method !== 'GET') return null;
  const condition = request.get('If-Range');
  // The browser's earlier part is of another file, so it needs the whole.
  if (condition !== undefined && condition !== etag && condition !== file.modifiedAt.toUTCString()) return null;
  // More of its end than there is of it is all of it (RFC 9110 §14.1.2); the parser below calls that none.
  const last = LAST_BYTES.exec(request.get('Range') ?? '')?.[1];
  if (last !== undefined && Number(last) >= file.size && file.size > 0) return { start: 0, end: file.size - 1 };
  const ranges = request.range(file.size, { combine: true });
  if (ranges === undefined || ranges === -2) return null;
  if (ranges === -1) return 'none';
  const [only, ...others] = ranges;
  return ranges.type !== 'bytes' || only === undefined || others.length > 0 ? null : only;
}

/** Removes the file's headers, for an answer without a file. The refusal itself says that nobody keeps it. */
function gone(response: Response): Error {
  for (const name of ['Content-Type', 'Accept-Ranges', 'Last-Modified', 'ETag', 'Content-Length', 'Content-Range']) {
    response.removeHeader(name);
  }
  return refuseWith('NOT_FOUND');
}

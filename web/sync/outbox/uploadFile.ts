import type { Media } from '#domain/kernel/media.ts';
import { areAllDead } from '../../kit/http/connections.ts';
import { watchProgress } from '../../kit/http/watchProgress.ts';
import { persistently } from '../../kit/persistently.ts';
import { noAnswer, RequestRefused, refusedFrom, request } from '../transport/http.ts';
import { PIECE_BYTES } from './limits.ts';
import type { UploadOptions } from './ports.ts';
import { putOverSocket } from './putOverSocket.ts';
import { withAgain } from './uploads.ts';

/** Simultaneous uploads of this tab: the server allows three to a user, whose other tabs upload as well. */
export const UPLOADS_AT_ONCE = 2;
/** Tries of an upload while the server has no room for it. */
export const UPLOAD_TRIES = 5;
/** Milliseconds before the next try where the server names none. */
const UPLOAD_RETRY_MS = 2_000;
/** Refusals caused by other uploads, not by this one. */
const NO_ROOM_CODES: readonly string[] = ['UPLOADS_AT_ONCE', 'UPLOADS_BUSY'];

/** Options of one upload; `pause` waits for milliseconds, and tests pass their own. */
type Options = Partial<UploadOptions> & { readonly pause?: typeof pauseFor };

let underWay = 0;
const waiting: (() => void)[] = [];

/** Waits for milliseconds. @throws the signal's reason, at once when cancelled */
function pauseFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    const calledOff = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    if (signal?.aborted === true) calledOff();
    signal?.addEventListener('abort', calledOff, { once: true });
  });
}

/**
 * Uploads one file to a folder (`posts/<id>`, `profilePics/<id>`) with progress (decisions D16). It waits for its turn
 * among the uploads of this tab, and retries while the server has no room for it.
 *
 * @throws RequestRefused with the server's own text (`Only photos & videos are allowed!`), or when there is no answer
 */
export async function uploadFile(folder: string, file: Blob, options: Options = {}): Promise<Media> {
  if (underWay >= UPLOADS_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else underWay += 1;
  try {
    return await uploadWhenRoom(`/api/uploads/${folder}`, file, options);
  } finally {
    const next = waiting.shift();
    if (next === undefined) underWay -= 1;
    else next();
  }
}

async function uploadWhenRoom(path: string, file: Blob, options: Options): Promise<Media> {
  let { resume } = options;
  const onBegun = (address: string) => {
    // The next try goes on from there.
    resume = address;
    options.onBegun?.(address);
  };
  for (let tries = 1; ; tries += 1) {
    options.signal?.throwIfAborted();
    try {
      return await uploadOnce(path, file, { ...options, resume, onBegun });
    } catch (error) {
      const isFull = error instanceof RequestRefused && NO_ROOM_CODES.includes(error.refusal.code);
      if (!isFull || tries >= UPLOAD_TRIES) throw error;
      const { seconds } = error.refusal.data;
      await (options.pause ?? pauseFor)(
        typeof seconds === 'number' ? seconds * 1_000 : UPLOAD_RETRY_MS,
        options.signal,
      );
    }
  }
}

async function uploadOnce(path: string, file: Blob, options: Options): Promise<Media> {
  const isVideo = file.type.startsWith('video/');
  if (isVideo || file.size > PIECE_BYTES) {
    // The protocol loads with the first file that needs it.
    const { uploadInPieces } = await persistently(() => import('./pieceUpload.ts'));
    return uploadInPieces(isVideo ? `${path}/videos` : `${path}/photos`, file, options);
  }
  const target = withAgain(path, options);
  if (areAllDead()) return putOverSocket(target, file, options);
  if (options.onProgress === undefined) {
    const answer = await request<{ media: Media }>(
      'PUT',
      target,
      file,
      options.signal ? { signal: options.signal } : {},
    );
    return answer.media;
  }
  return uploadWithProgress(target, file, options);
}

/** XMLHttpRequest, because `fetch` does not report how much it has sent. */
function uploadWithProgress(path: string, file: Blob, options: Partial<UploadOptions>): Promise<Media> {
  const { onProgress, signal } = options;
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open('PUT', path);
    sending.responseType = 'json';
    let afterCut: (() => void) | null = null;
    const watch = watchProgress((hasAnother) => {
      // The server may have taken it: twice is the same file.
      afterCut = hasAnother ? () => reject(noAnswer()) : () => resolve(putOverSocket(path, file, options));
      sending.abort();
    });
    sending.onloadend = watch.stop;
    sending.upload.onprogress = (event) => {
      watch.heard();
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    sending.onload = () => {
      if (sending.status >= 200 && sending.status < 300) resolve((sending.response as { media: Media }).media);
      else reject(refusedFrom(sending.response, sending.status));
    };
    sending.onerror = () => reject(noAnswer());
    sending.onabort = () => (afterCut === null ? reject(signal?.reason) : afterCut());
    signal?.addEventListener('abort', () => sending.abort(), { once: true });
    sending.send(file);
  });
}

import type { Media } from '#domain/kernel/media.ts';
import { noAnswer, RequestRefused, refusedFrom, request } from '../transport/http.ts';
import type { OutboxEntry } from './entry.ts';
import type { UploadOptions } from './ports.ts';

/** Notes that a file is stored. */
export function withUpload(entry: OutboxEntry, name: string, media: Media): OutboxEntry {
  return {
    ...entry,
    uploads: entry.uploads.map((upload) => (upload.name === name ? { ...upload, media } : upload)),
  };
}

/** Forgets that files are stored: the server does not have them any more. */
export function withoutUploads(entry: OutboxEntry): OutboxEntry {
  return { ...entry, uploads: entry.uploads.map(({ name, file }) => ({ name, file })) };
}

/** What is sent: stored files in the places that their names hold in the command's data. */
export function dataToSend({ data, uploads }: OutboxEntry): OutboxEntry['data'] {
  return uploads.reduce(
    (sent, { name, media }) => (media === undefined ? sent : (replaceMedia(sent, name, media) as OutboxEntry['data'])),
    data,
  );
}

/** Media stand at the top of a command's data, alone or in a list. */
function replaceMedia(data: OutboxEntry['data'], name: string, media: Media): unknown {
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace);
    return isNamed(value, name) ? media : value;
  };
  return Object.fromEntries(Object.entries(data).map(([field, value]) => [field, replace(value)]));
}

function isNamed(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value && (value as { name?: unknown }).name === name;
}

/** Uploads of this tab under way at once: the server takes three of a user, whose other tabs upload, too. */
export const UPLOADS_AT_ONCE = 2;
/** Times that an upload is tried while the server says that there is no room for it just now. */
export const UPLOAD_TRIES = 5;
/** Milliseconds before the next try where the server does not say when. */
const UPLOAD_RETRY_MS = 2_000;
/** Refusals that speak of other uploads, not of this one. */
const NO_ROOM_CODES: readonly string[] = ['UPLOADS_AT_ONCE', 'UPLOADS_BUSY'];

/** What is known of one upload; `pause` waits for milliseconds, and tests pass their own. */
type Options = Partial<UploadOptions> & { readonly pause?: typeof pauseFor };

let underWay = 0;
const waiting: (() => void)[] = [];

/** Waits for milliseconds. @throws the signal's reason, at once when it is called off */
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
 * among the uploads of this tab, and tries again where the server has no room for it just now.
 *
 * @throws RequestRefused with the server's own text (`Only photos are allowed!`), or when there is no answer
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
  for (let tries = 1; ; tries += 1) {
    options.signal?.throwIfAborted();
    try {
      return await uploadOnce(path, file, options);
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
  if (options.onProgress === undefined) {
    const answer = await request<{ media: Media }>('PUT', path, file, options.signal ? { signal: options.signal } : {});
    return answer.media;
  }
  return uploadWithProgress(path, file, options);
}

/** `fetch` tells nothing of what it has sent; XMLHttpRequest does. */
function uploadWithProgress(path: string, file: Blob, { onProgress, signal }: Partial<UploadOptions>): Promise<Media> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open('PUT', path);
    sending.responseType = 'json';
    sending.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    sending.onload = () => {
      if (sending.status >= 200 && sending.status < 300) resolve((sending.response as { media: Media }).media);
      else reject(refusedFrom(sending.response, sending.status));
    };
    sending.onerror = () => reject(noAnswer());
    sending.onabort = () => reject(signal?.reason);
    signal?.addEventListener('abort', () => sending.abort(), { once: true });
    sending.send(file);
  });
}

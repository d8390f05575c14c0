import type { Media } from '#domain/kernel/media.ts';
import { noAnswer, refusedFrom, request } from './http.ts';
import type { OutboxEntry } from './outboxEntry.ts';

/** Puts a stored file in the place that its name held in the command's data. */
export function withUpload(entry: OutboxEntry, name: string, media: Media): OutboxEntry {
  return {
    ...entry,
    data: replaceMedia(entry.data, name, media) as OutboxEntry['data'],
    uploads: entry.uploads.filter((upload) => upload.name !== name),
  };
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

/** What is told of an upload while it runs. */
export interface UploadOptions {
  /** Part that is sent, 0 to 1. */
  readonly onProgress?: (part: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Uploads one file to a folder (`posts/<id>`, `profilePics/<id>`) with progress (decisions D16).
 *
 * @throws RequestRefused with the server's own text (`Only photos are allowed!`), or when there is no answer
 */
export async function uploadFile(folder: string, file: Blob, options: UploadOptions = {}): Promise<Media> {
  const path = `/api/uploads/${folder}`;
  if (options.onProgress === undefined) {
    const answer = await request<{ media: Media }>('PUT', path, file, options.signal ? { signal: options.signal } : {});
    return answer.media;
  }
  return uploadWithProgress(path, file, options);
}

/** `fetch` tells nothing of what it has sent; XMLHttpRequest does. */
function uploadWithProgress(path: string, file: Blob, { onProgress, signal }: UploadOptions): Promise<Media> {
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

import { type DetailedError, Upload } from 'tus-js-client';
import type { Media } from '#domain/kernel/media.ts';
import { watchProgress } from '../../kit/http/watchProgress.ts';
import { noAnswer, type RequestRefused, refusedFrom, request } from '../transport/http.ts';
import { PIECE_BYTES } from './limits.ts';
import type { UploadOptions } from './ports.ts';
import { withAgain } from './uploads.ts';

/**
 * Uploads a file in pieces (the tus protocol, `server/http/pieceUploads.ts`), from where it was cut. Retries are the
 * outbox's.
 *
 * @param path where its folder takes files of its kind in pieces
 * @throws RequestRefused a refusal in the server's own words, or no answer; the signal's reason when it is called off
 */
export async function uploadInPieces(path: string, file: Blob, options: Partial<UploadOptions>): Promise<Media> {
  const address = await sendPieces(path, file, options);
  options.signal?.throwIfAborted();
  const signal = options.signal === undefined ? {} : { signal: options.signal };
  const { media } = await request<{ media: Media }>('PUT', withAgain(address, options), undefined, signal);
  return media;
}

/** Sends all that is not there yet. @returns the address of the upload */
function sendPieces(
  path: string,
  file: Blob,
  { onProgress, signal, resume, onBegun }: Partial<UploadOptions>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const address = () => withoutOrigin(upload.url ?? path);
    const upload = new Upload(file as File, {
      endpoint: path,
      uploadUrl: resume ?? null,
      chunkSize: PIECE_BYTES,
      retryDelays: null,
      // The outbox keeps the address beside the file.
      storeFingerprintForResuming: false,
      onProgress: (sent, total) => {
        watch.heard();
        onProgress?.(total === 0 ? 0 : sent / total);
      },
      onUploadUrlAvailable: () => {
        watch.heard();
        onBegun?.(address());
      },
      onSuccess: () => {
        watch.stop();
        resolve(address());
      },
      onError: (error) => {
        watch.stop();
        reject(refusalOf(error as DetailedError));
      },
    });
    // Stored bytes stay there: the next try goes on behind them.
    const watch = watchProgress(() => void upload.abort().then(() => reject(noAnswer())));
    const callOff = () => {
      watch.stop();
      reject(signal?.reason);
      // One that is not deleted now is swept tomorrow.
      upload.abort(true).catch((error: unknown) => console.warn('A file could not be called off.', error));
    };
    if (signal?.aborted === true) return callOff();
    signal?.addEventListener('abort', callOff, { once: true });
    upload.start();
  });
}

/** An address on this site, for other pages and days. */
function withoutOrigin(address: string): string {
  return address.replace(/^https?:\/\/[^/]+/, '');
}

function refusalOf({ originalResponse }: Partial<DetailedError>): RequestRefused {
  if (originalResponse === null || originalResponse === undefined) return noAnswer();
  const status = originalResponse.getStatus();
  return status === 0 ? noAnswer() : refusedFrom(parsed(originalResponse.getBody()), status);
}

/** The answer's JSON; `undefined`: it has none. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

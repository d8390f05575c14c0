import { type DetailedError, Upload } from 'tus-js-client';
import type { Media } from '#domain/kernel/media.ts';
import { areAllDead } from '../../kit/http/connections.ts';
import { watchProgress } from '../../kit/http/watchProgress.ts';
import { noAnswer, parseJson, type RequestRefused, refusedFrom, request } from '../transport/http.ts';
import { EitherWay, withoutOrigin } from './eitherWay.ts';
import { PIECE_BYTES } from './limits.ts';
import type { UploadOptions } from './ports.ts';
import { putOverSocket } from './putOverSocket.ts';
import { withAgain } from './uploads.ts';

/** Tries over sockets in a row, each from where the one before was cut. */
const OTHER_TRIES = 3;

/** No connection of the browser answers: it goes on over a socket. */
class AllDead extends Error {}

/**
 * Uploads a file in pieces (the tus protocol, `server/http/pieceUploads.ts`), from where it was cut. Retries are the
 * outbox's.
 *
 * @param path where its folder takes files of its kind in pieces
 * @throws RequestRefused a refusal in the server's own words, or no answer; the signal's reason when it is called off
 */
export async function uploadInPieces(path: string, file: Blob, options: Partial<UploadOptions>): Promise<Media> {
  const address = await sendEitherWay(path, file, options);
  const { signal } = options;
  signal?.throwIfAborted();
  const target = withAgain(address, options);
  if (areAllDead()) return putOverSocket(target, null, { signal });
  const { media } = await request<{ media: Media }>('PUT', target, undefined, {
    mayRepeat: 'after-death',
    ...(signal !== undefined && { signal }),
  });
  return media;
}

/** Sends all that is not there yet, and goes on over sockets where the browser's connections die. @returns its address */
async function sendEitherWay(path: string, file: Blob, options: Partial<UploadOptions>): Promise<string> {
  let { resume } = options;
  const onBegun = (address: string) => {
    resume = address;
    options.onBegun?.(address);
  };
  for (let tries = 0; ; tries += 1) {
    try {
      return await sendPieces(path, file, { ...options, resume, onBegun });
    } catch (error) {
      if (!(error instanceof AllDead)) throw error;
      if (tries >= OTHER_TRIES) throw noAnswer(error);
    }
  }
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
      httpStack: new EitherWay(),
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
    const watch = watchProgress(
      (hasAnother) => void upload.abort().then(() => reject(hasAnother ? noAnswer() : new AllDead('It was cut.'))),
    );
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

function refusalOf({ originalResponse }: Partial<DetailedError>): RequestRefused {
  if (originalResponse === null || originalResponse === undefined) return noAnswer();
  const status = originalResponse.getStatus();
  return status === 0 ? noAnswer() : refusedFrom(parseJson(originalResponse.getBody()), status);
}

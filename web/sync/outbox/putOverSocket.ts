import type { Media } from '#domain/kernel/media.ts';
import { sendOverSocket } from '../../kit/http/sendOverSocket.ts';
import { watchProgress } from '../../kit/http/watchProgress.ts';
import { noAnswer, parseJson, RequestRefused, refusedFrom } from '../transport/http.ts';
import type { UploadOptions } from './ports.ts';

/**
 * Sends a small file over a socket of its own, or has one made of what has arrived in pieces: where no connection of the
 * browser answers.
 *
 * @param file `null`: it has arrived
 * @throws RequestRefused a refusal in the server's own words, or no answer; the signal's reason when it is called off
 */
export async function putOverSocket(
  path: string,
  file: Blob | null,
  { onProgress, signal }: Partial<UploadOptions>,
): Promise<Media> {
  const over = new AbortController();
  const watch = watchProgress(() => over.abort(noAnswer()));
  const arrived = (bytes: number) => {
    watch.heard();
    if (file !== null) onProgress?.(bytes / file.size);
  };
  try {
    const part = { method: 'PUT', headers: {}, body: file };
    const ended = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
    const { status, body } = await sendOverSocket(path, part, ended, arrived);
    const answer = parseJson(body);
    if (status < 200 || status >= 300) throw refusedFrom(answer, status);
    return (answer as { media: Media }).media;
  } catch (error) {
    if (signal?.aborted === true || error instanceof RequestRefused) throw error;
    throw noAnswer(error);
  } finally {
    watch.stop();
  }
}

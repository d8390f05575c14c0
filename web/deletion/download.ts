import { fetchFromSite } from '../kit/http/fetchFromSite.ts';
import { saveFile } from '../kit/saveFile.ts';
import { noAnswer, refusedFrom } from '../sync/transport/http.ts';

/**
 * Asks for a file by POST and has the browser save it. The parts go into a `Blob`, which the browser keeps on disk when it
 * is large.
 *
 * @param onBytes called with the number of bytes so far: the length is not known before
 * @throws RequestRefused
 */
export async function download(
  path: string,
  body: object,
  name: string,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const response = await fetchFromSite(path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw noAnswer();
  });
  if (!response.ok) throw refusedFrom(await response.json().catch(() => null), response.status);
  saveFile(await readAll(response, onBytes), nameIn(response.headers.get('content-disposition')) ?? name);
}

/** @throws RequestRefused the connection ended before the file did */
async function readAll(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  let bytes = 0;
  const counted = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        bytes += part.byteLength;
        onBytes(bytes);
        controller.enqueue(part);
      },
    }),
  );
  return new Response(counted ?? null).blob().catch(() => {
    throw noAnswer();
  });
}

function nameIn(disposition: string | null): string | null {
  return /filename="([\w.-]+)"/.exec(disposition ?? '')?.[1] ?? null;
}

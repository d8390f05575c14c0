import { answerInTime, bytesOf } from '../kit/http/answerInTime.ts';
import { fetchFromSite } from '../kit/http/fetchFromSite.ts';
import { saveFile } from '../kit/saveFile.ts';
import { noAnswer, parseJson, refusedFrom } from '../sync/transport/http.ts';

/** Milliseconds until the file has to begin to come. */
const FILE_MS = [60_000] as const;

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
  const { response, file } = await answerInTime(
    async (signal, heard) => {
      const answer = await fetchFromSite(path, {
        method: 'POST',
        credentials: 'same-origin',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal,
      });
      return { response: answer, file: await bytesOf(answer, heard, onBytes) };
    },
    { tries: FILE_MS },
  ).catch((error: unknown) => {
    throw noAnswer(error);
  });
  if (!response.ok) throw refusedFrom(parseJson(await file.text()), response.status);
  saveFile(file, nameIn(response.headers.get('content-disposition')) ?? name);
}

function nameIn(disposition: string | null): string | null {
  return /filename="([\w.-]+)"/.exec(disposition ?? '')?.[1] ?? null;
}

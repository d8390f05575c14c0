import { answerInTime, bytesOf } from './http/answerInTime.ts';
import { areAllDead } from './http/connections.ts';
import { fetchFromSite } from './http/fetchFromSite.ts';

/**
 * Code that comes late. A browser that could not fetch a file of code once gives that file up for the life of the page
 * (HTML, "module map"; Chromium asks for it never again), so the network's moments would stay. The build leads each
 * `import()` through here (`vite.config.ts`): the file and what it imports are fetched as data first, which may be tried again,
 * and the import itself finds them in the browser's cache: they are kept for good (`server/http/client.ts`).
 */

/** Milliseconds within which a file has to begin to come, try by try: `persistently` asks again after that. */
const CODE_MS = [4_000, 12_000] as const;

/** Static imports of a built file: the names of the files beside it. */
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g;

/** The server runs a newer release, which has no such file any more: trying again can't help, a reload does. */
export class CodeRemoved extends Error {
  constructor(name: string) {
    super(`The code ${name} is of an older release of this site. Reload the page.`);
    this.name = 'CodeRemoved';
  }
}

/**
 * Fetches one file of code as text.
 *
 * @param priority `low`: behind all that somebody waits for
 * @throws CodeRemoved; whatever `fetch` throws
 */
export type FetchCode = (name: string, priority: RequestPriority) => Promise<string>;

/** Imports a file of code by its name. */
export type ImportCode = (name: string) => Promise<unknown>;

/**
 * Makes the way through which late code comes: imports a file once it and all that it imports have come.
 *
 * @param present names of the files that the page came with
 * @returns imports by the path in the code, `./name.js`
 */
export function createLateCode(fetchCode: FetchCode, importCode: ImportCode, present: readonly string[]) {
  const coming = new Map<string, Promise<void>>(present.map((name) => [name, Promise.resolve()]));

  function bring(name: string, priority: RequestPriority): Promise<void> {
    const known = coming.get(name);
    if (known !== undefined) return known;
    const brought = bringAnew(name, priority);
    coming.set(name, brought);
    brought.catch(() => coming.delete(name));
    return brought;
  }

  async function bringAnew(name: string, priority: RequestPriority): Promise<void> {
    const text = await fetchCode(name, priority);
    await Promise.all([...text.matchAll(STATIC_IMPORT)].map(([, other = '']) => bring(other, priority)));
  }

  return async (path: string): Promise<unknown> => {
    const name = path.replace(/^\.\//, '');
    await bring(name, isForLater ? 'low' : 'auto');
    return importCode(name);
  };
}

/** Whether the imports that begin right now are for later. */
let isForLater = false;

/**
 * Has code fetched behind all that somebody waits for: browsers open few connections, and a file takes its time on each. That
 * holds for the imports that `load` begins at once; what somebody opens meanwhile is no later than ever.
 */
export function forLater<T>(load: () => Promise<T>): Promise<T> {
  isForLater = true;
  try {
    return load();
  } finally {
    isForLater = false;
  }
}

/** Fetches a file of this release. */
async function fetchAsset(name: string, priority: RequestPriority): Promise<string> {
  const ask = (cache: RequestCache) =>
    answerInTime(
      async (signal, heard) => {
        // Requests without cookies have a connection of their own (Fetch, "obtain a connection"): over HTTP/2 the browser keeps
        // the other one for a while when it has died. The import that follows finds the code in the cache, in Chromium at least.
        const credentials = areAllDead() ? 'omit' : 'same-origin';
        const answer = await fetchFromSite(`/assets/${name}`, { signal, cache, priority, credentials });
        return { answer, text: await (await bytesOf(answer, heard)).text() };
      },
      { tries: CODE_MS, isAtHand: true },
    );
  let { answer, text } = await ask('default');
  // The browser may have kept what somebody else answered: that is asked for anew, and replaced.
  if (answer.ok && !isCode(answer)) ({ answer, text } = await ask('reload'));
  if (answer.status === 404) throw new CodeRemoved(name);
  // The page of a captive portal, or of a proxy whose server is away.
  if (!answer.ok || !isCode(answer)) throw new Error(`The code ${name} was answered with ${answer.status}.`);
  return text;
}

function isCode({ headers }: Response): boolean {
  return /\bjavascript\b/.test(headers.get('content-type') ?? '');
}

/** The files that came with the page. */
function presentFiles(): readonly string[] {
  const files = document.querySelectorAll('script[type="module"][src], link[rel="modulepreload"]');
  return [...files].map((file) => (file.getAttribute('src') ?? file.getAttribute('href') ?? '').replace(/^.*\//, ''));
}

/** Lets the imports of the build find their way. */
export function followLateCode(): void {
  const importAsset: ImportCode = (name) => import(/* @vite-ignore */ `/assets/${name}`);
  Object.assign(globalThis, { quadImport: createLateCode(fetchAsset, importAsset, presentFiles()) });
}

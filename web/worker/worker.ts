import { addPlugins, createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { isOurs, pageOrNothing } from './pageOrNothing.ts';

/**
 * The browser's worker for this site: it keeps the page's shell and all code, so that the app is whole once it was open, and
 * opens without a network. Documents are not its own: the page keeps what it knew (`web/sync/known/`), and what is written
 * waits in the outbox, which stays the only queue. It answers two kinds of questions: files of this release, from what it
 * keeps, and pages, from the network if that answers in time. All others pass it by.
 *
 * The files of a release are kept together (Workbox, precaching): a new release is fetched beside the old one, and takes its
 * place once no tab has the old one, when its only tab has the new one (`web/app/keepCode.ts`), or when a person reloads for
 * it (`web/shell/newCode.ts`).
 */

/** The files of this release; the build writes them here (`scripts/client/workerFiles.ts`). */
declare const QUAD_FILES: PrecacheEntry[];

/** Of the worker's own global, what is used here: the project's types are those of a page. */
interface WorkerScope {
  skipWaiting(): Promise<void>;
  /** Of the site's tabs, those that this or an earlier worker answers. */
  readonly clients: { matchAll(options: { readonly type: 'window' }): Promise<readonly unknown[]> };
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}

/** Address of the page without anybody's data, of this release (`server/http/client.ts`). */
declare const QUAD_SHELL: string;
/** A path that looks like a file is no page, as the server has it. */
const FILE = /\.[a-z0-9]{2,5}$/i;

const scope = self as unknown as WorkerScope;

// The log-in page of a network, for one, is no file of ours.
addPlugins([{ cacheWillUpdate: async ({ response }) => (response.ok && isOurs(response) ? response : null) }]);
precacheAndRoute(QUAD_FILES, { directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] });

const shell = createHandlerBoundToURL(QUAD_SHELL);
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && !url.pathname.startsWith('/api/') && !FILE.test(url.pathname),
  async (options) => (await pageOrNothing(options.request)) ?? shell(options),
);

scope.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void scope.skipWaiting();
  if (data === 'take-over-alone') void takeOverAlone();
});

/** A tab that came from the network is of the new release already; another one may still need the old. */
async function takeOverAlone(): Promise<void> {
  if ((await scope.clients.matchAll({ type: 'window' })).length <= 1) await scope.skipWaiting();
}

import { createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { pageOrNothing } from './pageOrNothing.ts';

/**
 * The browser's worker for this site: it keeps the page's shell and all code, so that the app is whole once it was open, and
 * opens without a network. Documents are not its own: the page keeps what it knew (`web/sync/known/`), and what is written
 * waits in the outbox, which stays the only queue. It answers two kinds of questions: files of this release, from what it
 * keeps, and pages, from the network if that answers in time. All others pass it by.
 *
 * The files of a release are kept together (Workbox, precaching): a new release is fetched beside the old one, and takes its
 * place once no tab has the old one, or when a person reloads for it (`web/shell/useNewVersion.ts`).
 */

/** The files of this release; the build writes them here (`scripts/client/workerFiles.ts`). */
declare const QUAD_FILES: PrecacheEntry[];

/** Of the worker's own global, what is used here: the project's types are those of a page. */
interface WorkerScope {
  skipWaiting(): Promise<void>;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}

/** The page without anybody's data (`server/http/client.ts`). */
const SHELL = '/shell.html';
/** A path that looks like a file is no page, as the server has it. */
const FILE = /\.[a-z0-9]{2,5}$/i;

const scope = self as unknown as WorkerScope;

precacheAndRoute(QUAD_FILES, { directoryIndex: '', cleanURLs: false });

const shell = createHandlerBoundToURL(SHELL);
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && !url.pathname.startsWith('/api/') && !FILE.test(url.pathname),
  async (options) => (await pageOrNothing(options.request)) ?? shell(options),
);

scope.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void scope.skipWaiting();
});

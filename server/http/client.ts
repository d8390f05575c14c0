import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Campus } from '#domain/campus/campus.ts';
import { pageSegments } from '#domain/kernel/addresses.ts';
import { isReservedUsername } from '#domain/user/username.ts';
import type { Config } from '../config.ts';
import { escapeHtml } from '../kernel/html.ts';
import type { Logger } from '../observability/logging.ts';
import { bootParts, shellParts } from './bootParts.ts';
import { refuseWith } from './errors.ts';
import { pictureTags } from './firstPictures.ts';
import { installable } from './installable.ts';
import { type NewsSource, newsLinks } from './newsFeed.ts';
import { packedFiles } from './packedFiles.ts';
import type { ReadPageBoot } from './pageBoot.ts';
import { gzipParts, type PagePart } from './pageParts.ts';
import type { RedirectPage } from './pageRedirect.ts';
import { type PageSummary, type SiteOf, siteOf } from './pageSummary.ts';
import { plainHtml } from './plainView.ts';
import { readPreloads } from './preloads.ts';
import { campusOf } from './requestContext.ts';
import { campusTags, summaryTags } from './summaryTags.ts';

/** Files whose names hold a digest of their content. */
const HASHED_ASSETS = '/assets';
/** Caching of other files: an hour, and a while longer during revalidation. */
const OTHER_FILES_CACHE = 'public, max-age=3600, stale-while-revalidate=604800';
/** Where the page lies as it was built, without a brand. */
const TEMPLATE_PATH = '/index.html';
/** The browser's worker itself: it is asked about at each visit. */
const WORKER_FILE = 'worker.js';
/** Digits of a release's digest. */
const RELEASE_DIGITS = 16;
/** Marks in the page for the campus's brand and for the page's data. */
const BRAND_MARK = '<!--quad-brand-->';
const BOOT_MARK = '<!--quad-boot-->';
/** Mark in the page of a campus for what is the page's own. */
const TAGS_MARK = '<!--quad-tags-->';

/**
 * Tells the paths of the hashed files that the client has now; of any other path, a made-up name among them, it says no.
 * A client that is built later is another process's.
 */
export function hashedFilesOf(clientDir: string): (path: string) => boolean {
  const folder = join(clientDir, HASHED_ASSETS);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const paths = new Set(names.map((name) => `${HASHED_ASSETS}/${name}`));
  return (path) => paths.has(path);
}

/**
 * The built client: hashed files, cached for good; other files, cached for a while; for every other path the page, in
 * the brand of the host's campus (CAMP-01, CAMP-02, SHEL-17) and with the viewer's first view. A path that looks like a
 * file is a file or 404; the page of what does not exist has that status too.
 */
export function clientRoutes(
  clientDir: string,
  redirectPage: RedirectPage,
  { environment, publicUrl }: Pick<Config, 'environment' | 'publicUrl'>,
  readPageBoot: ReadPageBoot,
  { news, logger }: { readonly news: Pick<NewsSource, 'sectionLabel'>; readonly logger: Logger },
): Router {
  const router = Router();
  const pages = new Map<string, string>();
  let preloads: ReturnType<typeof readPreloads> | undefined;

  /** Tags that make a page come sooner: it is whole without them. */
  async function preloadsOf(path: string): Promise<string> {
    preloads ??= readPreloads(clientDir);
    try {
      return (await preloads).get(path) ?? '';
    } catch (error) {
      preloads = undefined;
      logger.warn({ err: error }, 'A page was sent without the names of its late code.');
      return '';
    }
  }

  async function pageOf(campus: Campus): Promise<string> {
    const known = pages.get(campus.id);
    if (known !== undefined) return known;
    const page = brand(await templateOf(clientDir), campus);
    pages.set(campus.id, page);
    return page;
  }

  const assets = join(clientDir, HASHED_ASSETS);
  router.use(
    HASHED_ASSETS,
    packedFiles(assets),
    express.static(assets, { immutable: true, maxAge: '1y', index: false, redirect: false }),
  );
  const sendPage: RequestHandler = async (request, response) => {
    const campus = campusOf(request);
    const elsewhere = await redirectPage(request, response, campus);
    if (elsewhere !== null) {
      // For this viewer now: another session is led elsewhere.
      response.set('Cache-Control', 'no-store').vary('Host').redirect(302, elsewhere);
      return;
    }
    const page = await pageOf(campus);
    const boot = await readPageBoot(request, response, campus);
    const site = siteOf(request, environment);
    const links = newsLinks(request, campus, news, site);
    // After the first files: browsers open few connections, and what is named first gets one first.
    const preloads = await preloadsOf(request.path);
    const parts = describe(
      withTags(page, campus, boot?.summary ?? null, { site, links }).replace(
        '</head>',
        () => `${preloads}${pictureTags(boot?.pictures ?? [])}</head>`,
      ),
      bootParts(campus, publicUrl, boot),
      boot === null || boot.plain === null ? '' : plainHtml(boot.plain, campus, site),
    );
    // The page holds the viewer's present data: no cache may show it again, nor the browser's own when it goes back.
    response.set('Cache-Control', 'no-store').vary('Host').type('html');
    const isNamed = request.path !== TEMPLATE_PATH;
    if (isNamed && (boot?.isMissing === true || isNowhere(request.path))) response.status(404);
    await sendParts(request, response, parts);
  };
  // The page without anybody's data: a browser keeps it for visits without a network (`web/worker/worker.ts`).
  const sendShell: RequestHandler = async (request, response) => {
    // Of another release: its files of code are not those that this browser keeps.
    if (request.query.release !== (await releaseOf(clientDir))) throw refuseWith('NOT_FOUND');
    const campus = campusOf(request);
    const page = withTags(await pageOf(campus), campus, null, { site: siteOf(request, environment), links: '' });
    response.set('Cache-Control', 'no-cache').vary('Host').type('html');
    await sendParts(request, response, describe(page, shellParts(campus, publicUrl)));
  };
  router.get('/shell.html', sendShell);
  router.use(installable());
  // Before the static files, which would send the template without a brand.
  router.get('/index.html', sendPage);
  router.use(
    express.static(clientDir, {
      index: false,
      redirect: false,
      cacheControl: false,
      setHeaders: (response, path) =>
        response.set('Cache-Control', basename(path) === WORKER_FILE ? 'no-cache' : OTHER_FILES_CACHE),
    }),
  );
  router.get(
    '/{*path}',
    (request, _response, next) => {
      if (looksLikeFile(request) || request.path.startsWith('/api/')) throw refuseWith('NOT_FOUND');
      next();
    },
    sendPage,
  );
  return router;
}

/** The page as it was built. */
async function templateOf(clientDir: string): Promise<string> {
  return readFile(join(clientDir, 'index.html'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw refuseWith('CLIENT_NOT_BUILT');
  });
}

/** The release of the built client: a digest of its page, as `scripts/client/workerFiles.ts` makes it. */
async function releaseOf(clientDir: string): Promise<string> {
  return createHash('sha256')
    .update(await templateOf(clientDir))
    .digest('hex')
    .slice(0, RELEASE_DIGITS);
}

/** Whether no page and no profile can have an address, or it is that of the page for those. */
function isNowhere(path: string): boolean {
  const [first = '', ...rest] = path.toLowerCase().split('/').filter(Boolean);
  if (first === '404') return true;
  const isPage = first === '' || (pageSegments as readonly string[]).includes(first);
  return !isPage && (rest.length > 0 || isReservedUsername(first));
}

/** Whether a path is that of a file: it is answered with one, or with 404. */
export function looksLikeFile({ path }: Pick<Request, 'path'>): boolean {
  return path.startsWith(`${HASHED_ASSETS}/`) || /\.[a-z0-9]{2,5}$/i.test(path);
}

/** The page of a campus: the colours of the browser's bar. */
function brand(template: string, { colours }: Campus): string {
  const head =
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${colours.light}">` +
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${colours.dark}">`;
  return template.replace(BRAND_MARK, () => `${head}${TAGS_MARK}`);
}

/** The page with its title, and what other sites read of it. */
function withTags(
  page: string,
  campus: Campus,
  summary: PageSummary | null,
  { site, links }: { readonly site: SiteOf; readonly links: string },
): string {
  const title = summary === null ? `${campus.name} · Quad` : `${summary.title} · ${summary.campus.name} Quad`;
  return page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(TAGS_MARK, () => links + (summary === null ? campusTags(campus) : summaryTags(summary, site)));
}

/** The page with its words for browsers without scripts, and its data, at the end of the body: what is drawn first is before them. */
function describe(page: string, boot: readonly PagePart[], plain = ''): readonly PagePart[] {
  const [before = '', after = ''] = page.split(BOOT_MARK);
  return [
    { text: `${before}${plain}<script type="application/json" id="quad-boot">`, isOwn: false },
    ...boot,
    { text: `</script>${after}`, isOwn: false },
  ];
}

/** Sends a page. The viewer's data is never compressed together with others' (`pageParts.ts`). */
async function sendParts(request: Request, response: Response, parts: readonly PagePart[]): Promise<void> {
  const text = parts.map((part) => part.text).join('');
  if (parts.every(({ isOwn }) => !isOwn)) {
    response.send(text);
    return;
  }
  response.vary('Accept-Encoding');
  if (request.acceptsEncodings('gzip') === 'gzip')
    response.set('Content-Encoding', 'gzip').send(await gzipParts(parts));
  else response.set('Cache-Control', 'no-store, no-transform').send(text);
}

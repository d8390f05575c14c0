import { Router } from 'express';
import { maySeeCampus } from '#domain/campus/access.ts';
import type { Campus } from '#domain/campus/campus.ts';
import type { Config } from '../config.ts';
import { escapeHtml } from '../kernel/html.ts';
import type { OpenReads } from '../read/openReads.ts';
import { readReader } from '../read/reader.ts';
import { siteOf } from './pageSummary.ts';
import { campusOf } from './requestContext.ts';

/** Milliseconds for which the list of a campus's pages is answered as it was read: crawlers come often. */
const LIST_KEPT_MS = 3_600_000;
/** Paths that are of no use to a search engine: a person's own, and the API. */
const NOT_FOR_CRAWLERS = ['/api/', '/create/', '/messages', '/notifications', '/saved', '/settings/account'];

/** A page that visitors may see, for search engines. */
export interface ListedPage {
  readonly path: `/${string}`;
  /** ISO instant of its last change. */
  readonly changedAt: string;
}

/** Lists pages of a noun on the site of a campus, newest first, a bounded number. */
export type ListPages = (store: Pick<OpenReads, 'query'>, campus: string) => Promise<readonly ListedPage[]>;

/**
 * `/robots.txt` (RFC 9309) and `/sitemap.xml` (https://www.sitemaps.org/protocol.html) of each campus's site. The site of a
 * private campus asks every crawler to stay away, and lists nothing.
 */
export function crawlerRoutes(parts: {
  readonly config: Pick<Config, 'environment'>;
  readonly readStore: Pick<OpenReads, 'get' | 'query'>;
  readonly listPages: ListPages;
  readonly clock: () => Date;
}): Router {
  const { config, readStore, listPages, clock } = parts;
  const router = Router();
  /** Those that are being read, too: all who ask at once share one reading. */
  const kept = new Map<string, { readonly at: number; readonly pages: Promise<readonly ListedPage[]> }>();

  /** Asked each time: a campus that has become private is listed no more. */
  const isOpen = async ({ id }: Campus) => maySeeCampus(await readReader(readStore, null), id);

  function pagesOf({ id }: Campus): Promise<readonly ListedPage[]> {
    const now = clock().getTime();
    const last = kept.get(id);
    if (last !== undefined && now - last.at < LIST_KEPT_MS) return last.pages;
    const pages = listPages(readStore, id);
    kept.set(id, { at: now, pages });
    pages.catch(() => kept.delete(id));
    return pages;
  }

  router.get('/robots.txt', async (request, response) => {
    const campus = campusOf(request);
    const lines = (await isOpen(campus))
      ? [
          ...NOT_FOR_CRAWLERS.map((path) => `Disallow: ${path}`),
          `Sitemap: ${siteOf(request, config.environment)(campus)}/sitemap.xml`,
        ]
      : ['Disallow: /'];
    response.set('Cache-Control', 'no-cache').vary('Host').type('text/plain');
    response.send(`User-agent: *\n${lines.join('\n')}\n`);
  });

  router.get('/sitemap.xml', async (request, response) => {
    const campus = campusOf(request);
    const site = siteOf(request, config.environment)(campus);
    const pages = (await isOpen(campus)) ? await pagesOf(campus) : [];
    const urls = pages.map(
      ({ path, changedAt }) => `<url><loc>${escapeHtml(site + path)}</loc><lastmod>${changedAt}</lastmod></url>\n`,
    );
    response.set('Cache-Control', 'no-cache').vary('Host').type('application/xml');
    response.send(
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`,
    );
  });

  return router;
}

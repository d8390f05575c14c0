import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import express, { type Request, type RequestHandler, Router } from 'express';
import type { Campus } from '#domain/campus/campus.ts';
import { refuseWith } from './errors.ts';
import { escapeHtml, scriptJson } from './html.ts';
import { campusOf } from './requestContext.ts';

/** Files whose names hold a digest of their content. */
const HASHED_ASSETS = '/assets';
/** Where the page's description of its host goes. */
const BOOT_MARK = '<!--quad-boot-->';

/**
 * The built client: hashed files for good, other files with a check, and for every other address the page, in the
 * brand of the host's campus (CAMP-01, CAMP-02, SHEL-17). An address that looks like a file is a file or 404.
 */
export function clientRoutes(clientDir: string): Router {
  const router = Router();
  const pages = new Map<string, string>();

  async function pageOf(campus: Campus): Promise<string> {
    const known = pages.get(campus.id);
    if (known !== undefined) return known;
    const template = await readFile(join(clientDir, 'index.html'), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      throw refuseWith('CLIENT_NOT_BUILT');
    });
    const page = brand(template, campus);
    pages.set(campus.id, page);
    return page;
  }

  router.use(
    HASHED_ASSETS,
    express.static(join(clientDir, HASHED_ASSETS), { immutable: true, maxAge: '1y', index: false, redirect: false }),
  );
  const sendPage: RequestHandler = async (request, response) => {
    const page = await pageOf(campusOf(request));
    response.set('Cache-Control', 'no-cache').set('Vary', 'Host').type('html').send(page);
  };
  // Before the files: as a file it would be the template, in no campus's brand.
  router.get('/index.html', sendPage);
  router.use(express.static(clientDir, { maxAge: 0, index: false, redirect: false }));
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

function looksLikeFile({ path }: Request): boolean {
  return path.startsWith(`${HASHED_ASSETS}/`) || /\.[a-z0-9]{2,5}$/i.test(path);
}

/** The page of a campus: title, colour of the browser's bar, and what the client is told before it asks. */
function brand(template: string, campus: Campus): string {
  const { id, name, fullName, colours } = campus;
  const head =
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${colours.light}">` +
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${colours.onDark}">` +
    `<meta property="og:title" content="${escapeHtml(`${name} · Quad`)}">` +
    `<meta property="og:site_name" content="${escapeHtml(fullName)}">` +
    `<script type="application/json" id="quad-boot">${scriptJson({ campus: { id, name } })}</script>`;
  return template
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(`${name} · Quad`)}</title>`)
    .replace(BOOT_MARK, () => head);
}

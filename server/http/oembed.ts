import { Router } from 'express';
import * as z from 'zod/mini';
import type { Config } from '../config.ts';
import { firstProblem } from '../kernel/echo.ts';
import { refuseWith } from './errors.ts';
import { ownPath, type PageSummary, pictureWithin, type SiteOf, type SummaryOf, siteOf } from './pageSummary.ts';

export const OEMBED_PATH = '/api/oembed';
/** Characters of an address that is asked for. */
const ADDRESS_MAX_CHARACTERS = 2_000;
/** Seconds for which another site may go on showing what it has read, so that a deletion is seen soon. */
const CACHE_AGE_SECONDS = 300;
/** Pixels, where the other site names no bound. */
const SIDE_MAX_PIXELS = 1_280;

const side = z.optional(z.coerce.number().check(z.int(), z.minimum(1)));
const querySchema = z.object({
  url: z.string().check(z.maxLength(ADDRESS_MAX_CHARACTERS)),
  format: z.optional(z.string()),
  maxwidth: side,
  maxheight: side,
});

/**
 * `GET /api/oembed?url=…`: what other sites show of a page (https://oembed.com), a `link` with title, author and picture.
 * Nobody is asked who they are: only what visitors may see is answered, and everything else is not found.
 */
export function oembedRoutes(parts: {
  readonly config: Pick<Config, 'environment'>;
  readonly summarise: SummaryOf;
}): Router {
  const router = Router();
  router.get(OEMBED_PATH, async (request, response) => {
    const query = querySchema.safeParse(request.query);
    if (!query.success) throw refuseWith('REQUEST_INVALID', firstProblem(query.error, 'query'));
    const { url, format = 'json', maxwidth = SIDE_MAX_PIXELS, maxheight = SIDE_MAX_PIXELS } = query.data;
    if (format !== 'json') throw refuseWith('FORMAT_UNKNOWN');
    const site = siteOf(request, parts.config.environment);
    const path = ownPath(url, site);
    const summary = path === null ? null : await parts.summarise(path);
    if (summary === null || summary === 'missing') throw refuseWith('NOT_FOUND');
    // Any page may read it, and asks again each time: what was deleted is answered no more.
    response
      .set({ 'Cache-Control': 'public, no-cache', 'Access-Control-Allow-Origin': '*' })
      .set('Cross-Origin-Resource-Policy', 'cross-origin')
      .json(answerOf(summary, site, { width: maxwidth, height: maxheight }));
  });
  return router;
}

function answerOf(summary: PageSummary, site: SiteOf, max: { readonly width: number; readonly height: number }) {
  const { campus, title, author, picture } = summary;
  const base = site(campus);
  const shown = picture === null ? null : pictureWithin(picture, max);
  return {
    version: '1.0',
    type: 'link',
    title,
    author_name: author.name,
    author_url: `${base}${author.path}`,
    provider_name: `${campus.name} Quad`,
    provider_url: base,
    cache_age: CACHE_AGE_SECONDS,
    ...(shown === null
      ? {}
      : {
          thumbnail_url: `${base}${shown.path}`,
          thumbnail_width: shown.width,
          thumbnail_height: shown.height,
        }),
  };
}

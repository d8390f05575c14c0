import type { Campus } from '#domain/campus/campus.ts';
import { escapeHtml } from '../kernel/html.ts';
import { OEMBED_PATH } from './oembed.ts';
import { type PageSummary, pictureWithin, type SiteOf } from './pageSummary.ts';

/** Pixels of the sides of a picture beside a link: no site shows a larger one. */
const PICTURE_MAX = { width: 1_280, height: 4_096 };
const CENTS_IN_DOLLAR = 100;
/** Marks the tags, so that the client can take them out of the page that it shows (`web/session/boot.ts`). */
const MARK = 'data-summary';

/** The tags of a page that has no summary of its own: the campus's (SHEL-17). */
export function campusTags({ name, fullName }: Campus): string {
  return property('og:title', `${name} · Quad`) + property('og:site_name', fullName);
}

/** The tags by which other sites show a page: Open Graph (https://ogp.me), Twitter's cards, and the way to oEmbed. */
export function summaryTags(summary: PageSummary, site: SiteOf): string {
  const { campus, path, type, title, description, priceCents, picture } = summary;
  const base = site(campus);
  const url = `${base}${path}`;
  const shown = picture === null ? null : pictureWithin(picture, PICTURE_MAX);
  const oembed = `${base}${OEMBED_PATH}?${new URLSearchParams({ url, format: 'json' })}`;
  return [
    `<link ${MARK} rel="canonical" href="${escapeHtml(url)}">`,
    `<link ${MARK} rel="alternate" type="application/json+oembed" href="${escapeHtml(oembed)}" title="${escapeHtml(title)}">`,
    property('og:type', priceCents === null ? type : 'product'),
    property('og:url', url),
    property('og:site_name', campus.fullName),
    property('og:title', title),
    property('og:description', description),
    ...(priceCents === null
      ? []
      : [
          property('product:price:amount', (priceCents / CENTS_IN_DOLLAR).toFixed(2)),
          property('product:price:currency', 'USD'),
        ]),
    ...(picture === null || shown === null
      ? []
      : [
          property('og:image', `${base}${shown.path}`),
          property('og:image:width', String(shown.width)),
          property('og:image:height', String(shown.height)),
          property('og:image:alt', picture.alt),
        ]),
    `<meta ${MARK} name="twitter:card" content="${shown === null ? 'summary' : 'summary_large_image'}">`,
  ].join('');
}

function property(name: string, content: string): string {
  return `<meta ${MARK} property="${name}" content="${escapeHtml(content)}">`;
}

import type { Campus } from '#domain/campus/campus.ts';
import { escapeHtml, scriptJson } from '../kernel/html.ts';
import { OEMBED_PATH } from './oembed.ts';
import { type PageSummary, pictureWithin, type SiteOf } from './pageSummary.ts';

/** Pixels of the sides of a picture beside a link: no site shows a larger one. */
const PICTURE_MAX = { width: 1_280, height: 4_096 };
const CENTS_IN_DOLLAR = 100;
const CURRENCY = 'USD';
/** Marks the tags, so that the client can take them out of the page that it shows (`web/session/boot.ts`). */
const MARK = 'data-summary';

/** The tags of a page that has no summary of its own: the campus's (SHEL-17). */
export function campusTags({ name, fullName }: Campus): string {
  return property('og:title', `${name} · Quad`) + property('og:site_name', fullName);
}

/**
 * The tags by which other sites show a page: Open Graph (https://ogp.me), Twitter's cards, the way to oEmbed, and what is
 * offered (https://schema.org).
 */
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
      : [property('product:price:amount', dollars(priceCents)), property('product:price:currency', CURRENCY)]),
    ...(picture === null || shown === null
      ? []
      : [
          property('og:image', `${base}${shown.path}`),
          property('og:image:width', String(shown.width)),
          property('og:image:height', String(shown.height)),
          property('og:image:alt', picture.alt),
        ]),
    `<meta ${MARK} name="twitter:card" content="${shown === null ? 'summary' : 'summary_large_image'}">`,
    offerData(summary, site),
  ].join('');
}

/** An offer as JSON-LD (https://www.w3.org/TR/json-ld11). It is data: no browser runs it, and the policy of scripts lets it be. */
function offerData(summary: PageSummary, site: SiteOf): string {
  const { campus, path, title, description, author, priceCents, offer, picture } = summary;
  if (offer === null || priceCents === null) return '';
  const base = site(campus);
  const url = `${base}${path}`;
  const shown = picture === null ? null : pictureWithin(picture, PICTURE_MAX);
  const product = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    url,
    name: title,
    description,
    ...(shown !== null && { image: `${base}${shown.path}` }),
    ...(offer.category !== null && { category: offer.category }),
    offers: {
      '@type': 'Offer',
      url,
      price: dollars(priceCents),
      priceCurrency: CURRENCY,
      availability: `https://schema.org/${offer.availability}`,
      ...(offer.condition !== null && { itemCondition: `https://schema.org/${offer.condition}` }),
      seller: { '@type': 'Person', name: author.name, url: `${base}${author.path}` },
    },
  };
  return `<script ${MARK} type="application/ld+json">${scriptJson(product)}</script>`;
}

function dollars(cents: number): string {
  return (cents / CENTS_IN_DOLLAR).toFixed(2);
}

function property(name: string, content: string): string {
  return `<meta ${MARK} property="${name}" content="${escapeHtml(content)}">`;
}

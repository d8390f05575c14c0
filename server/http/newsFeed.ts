import { createHash } from 'node:crypto';
import { type Request, type Response, Router } from 'express';
import { maySeeCampus } from '#domain/campus/access.ts';
import type { Campus } from '#domain/campus/campus.ts';
import type { Config } from '../config.ts';
import type { Rate } from '../fairness/rate.ts';
import { createRateLimiter } from '../fairness/rateLimiter.ts';
import type { JoinRates } from '../fairness/rateShare.ts';
import { escapeHtml, escapeXml } from '../kernel/html.ts';
import type { OpenReads } from '../read/openReads.ts';
import { readReader } from '../read/reader.ts';
import { refuseWith } from './errors.ts';
import { pictureWithin, type SiteOf, type SizedPicture, siteOf } from './pageSummary.ts';
import { addressOf, campusOf } from './requestContext.ts';

/** Questions of one network address: a reader asks for few feeds a few times an hour, and a service for many readers. */
const FEEDS_PER_ADDRESS: Rate = { perMinute: 120, burst: 60 };
/** Minutes for which a reader need not ask again. */
const QUIET_MINUTES = 15;
/** Pixels of the sides of a picture. */
const PICTURE_MAX = { width: 1_280, height: 4_096 };
/** The parameter of an address that names a part of the campus. */
const SECTION_QUERY = 'category';
const SECOND_MS = 1_000;
/** Every served picture's (`server/engines/media/servedFile.ts`). */
const PICTURE_TYPE = 'image/webp';

/** A page that is news of a campus. */
export interface NewsItem {
  readonly path: `/${string}`;
  /** Plain text. */
  readonly title: string;
  /** All that it says, as HTML that a browser may show: its maker escapes the words of people. */
  readonly html: string;
  readonly author: string;
  /** The part of the campus that it belongs to, as it is shown; `null`: to none. */
  readonly section: string | null;
  /** ISO instant. */
  readonly createdAt: string;
  readonly picture: SizedPicture | null;
}

/** The news of a noun. */
export interface NewsSource {
  /** Name of a part of a campus as it is shown; `null`: there is none of that name. */
  readonly sectionLabel: (section: string) => string | null;
  /**
   * Lists what a visitor of an open campus may see, with the newest activity first, a bounded number.
   *
   * @param section `null`: all of them
   */
  readonly list: (
    store: Pick<OpenReads, 'get' | 'query'>,
    campus: string,
    section: string | null,
  ) => Promise<readonly NewsItem[]>;
}

/** A channel as it was last answered. */
interface Version {
  readonly digest: string;
  /** Milliseconds since 1970, whole seconds: since when it is so. */
  readonly since: number;
}

/**
 * `/feed.xml` (RSS 2.0, https://www.rssboard.org/rss-specification): the posts of a campus, and with `?category=` those of a
 * category. Nobody is asked who they are: a visitor's rights hold for everybody, and a private campus has no feed.
 */
export function newsRoutes(parts: {
  readonly config: Pick<Config, 'environment'>;
  readonly readStore: Pick<OpenReads, 'get' | 'query'>;
  readonly news: NewsSource;
  readonly clock: () => Date;
  readonly rateShare: JoinRates | null;
}): Router {
  const { readStore, news, clock, rateShare: share } = parts;
  const router = Router();
  const byAddress = createRateLimiter(FEEDS_PER_ADDRESS, { clock, name: 'news', share });
  const versionOf = createVersions(clock);

  router.get('/feed.xml', async (request, response) => {
    const seconds = byAddress.take(addressOf(request));
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
    const campus = campusOf(request);
    const section = sectionOf(request, news);
    if (section === 'unknown') throw refuseWith('NOT_FOUND');
    const items = await news.list(readStore, campus.id, section?.value ?? null);
    // After the posts: a right that has ended meanwhile counts (P8).
    if (!maySeeCampus(await readReader(readStore, null), campus.id)) throw refuseWith('TOPIC_FORBIDDEN');
    const xml = channelOf(campus, section, items, siteOf(request, parts.config.environment));
    sendChannel(response, xml, versionOf(`${campus.id} ${section?.value ?? ''}`, xml));
  });
  return router;
}

/** The links by which readers of news find the feeds of a page: that of its campus, and that of the category it shows. */
export function newsLinks(request: Request, campus: Campus, news: Pick<NewsSource, 'sectionLabel'>, site: SiteOf) {
  const section = sectionOf(request, news);
  const all = section === null || section === 'unknown' ? [null] : [section, null];
  return all
    .map((each) => {
      const [title, href] = [titleOf(campus, each), addressOfFeed(site(campus), each)];
      return `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(title)}" href="${escapeHtml(href)}">`;
    })
    .join('');
}

interface Section {
  readonly value: string;
  readonly label: string;
}

function sectionOf({ query }: Request, news: Pick<NewsSource, 'sectionLabel'>): Section | null | 'unknown' {
  const value = query[SECTION_QUERY];
  if (value === undefined) return null;
  const label = typeof value === 'string' ? news.sectionLabel(value) : null;
  return label === null || typeof value !== 'string' ? 'unknown' : { value, label };
}

/**
 * Since when a channel is as it is now. What is deleted leaves a channel without anything new in it, so no date of its posts
 * says it; after a start, all are new.
 */
function createVersions(clock: () => Date): (channel: string, xml: string) => Version {
  const last = new Map<string, Version>();
  return (channel, xml) => {
    const digest = createHash('sha256').update(xml).digest('base64url');
    const before = last.get(channel);
    if (before?.digest === digest) return before;
    const second = Math.floor(clock().getTime() / SECOND_MS) * SECOND_MS;
    // A date has whole seconds: two versions never have the same one.
    const since = Math.max(second, before === undefined ? 0 : before.since + SECOND_MS);
    const version = { digest, since };
    last.set(channel, version);
    return version;
  };
}

/** Sends a channel, or 304 to the reader that has it. Any page may read it, and asks again: what was deleted is answered no more. */
function sendChannel(response: Response, xml: string, { digest, since }: Version): void {
  response
    .set({ 'Cache-Control': 'public, no-cache', 'Access-Control-Allow-Origin': '*' })
    .set({ 'Cross-Origin-Resource-Policy': 'cross-origin' })
    .set({ ETag: `W/"${digest}"`, 'Last-Modified': new Date(since).toUTCString() })
    .vary('Host')
    .type('application/rss+xml')
    .send(xml);
}

function titleOf({ name }: Campus, section: Section | null): string {
  return section === null ? `${name} Quad` : `${section.label} · ${name} Quad`;
}

const queryOf = (section: Section | null) =>
  section === null ? '' : `?${new URLSearchParams({ [SECTION_QUERY]: section.value })}`;

const addressOfFeed = (base: string, section: Section | null) => `${base}/feed.xml${queryOf(section)}`;

function channelOf(campus: Campus, section: Section | null, items: readonly NewsItem[], site: SiteOf): string {
  const base = site(campus);
  const own = escapeXml(addressOfFeed(base, section));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<channel>',
    element('title', titleOf(campus, section)),
    element('link', `${base}/home${queryOf(section)}`),
    element('description', `What students of ${campus.fullName} sell, ask and say.`),
    `<atom:link rel="self" type="application/rss+xml" href="${own}"/>`,
    element('ttl', String(QUIET_MINUTES)),
    ...items.map((item) => itemOf(item, base)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

function itemOf({ path, title, html, author, section, createdAt, picture }: NewsItem, base: string): string {
  const shown = picture === null ? null : pictureWithin(picture, PICTURE_MAX);
  return [
    '<item>',
    element('title', title),
    element('link', base + path),
    element('guid', base + path),
    element('pubDate', new Date(createdAt).toUTCString()),
    element('dc:creator', author),
    ...(section === null ? [] : [element('category', section)]),
    element('description', html),
    // The bytes of a size are known once it is made; 0 is how the format says so.
    ...(shown === null ? [] : [`<enclosure url="${escapeXml(base + shown.path)}" length="0" type="${PICTURE_TYPE}"/>`]),
    '</item>',
  ].join('');
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

import type { Campus } from '#domain/campus/campus.ts';
import { escapeHtml, scriptJson } from '../kernel/html.ts';
import type { Asker, PageData } from './firstView.ts';
import { type PageSummary, pictureWithin, type SiteOf, type SizedPicture } from './pageSummary.ts';

/** Pixels of the sides of a picture: about the width of a column. */
const PICTURE_MAX = { width: 640, height: 4_096 };
/** The column, in the colours and the type of the site, whose own sheet of styles is there. */
const STYLES =
  '.plain{max-width:40rem;margin:0 auto;padding:16px}.plain>*{margin:0 0 16px}' +
  '.plain article{padding:16px 0;border-top:1px solid;overflow:hidden}.plain p,.plain ul,.plain ol,.plain h2{margin:0 0 8px}' +
  '.plain img{display:block;max-width:100%;height:auto;margin:8px 0}.plain a{text-decoration:underline}' +
  '.plain nav a{display:inline-block;padding:4px 8px 4px 0}.plain form{display:flex;gap:8px}.plain input{flex:1;min-width:0}' +
  '.plain input,.plain button{min-height:44px;padding:0 12px;border:1px solid;border-radius:8px;font:inherit}';
/** Asks by the address alone, which a browser can without scripts. */
const SEARCH_FORM =
  '<form action="/search" role="search"><input type="search" name="q" aria-label="Search" required> <button>Search</button></form>';
const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** The first view of a page as words, pictures and links, for a visitor whose browser runs no scripts. */
export interface PlainView {
  /** Plain text. */
  readonly heading: string;
  readonly items: readonly PlainItem[];
  /** Other pages of the site where the view goes on. */
  readonly more: readonly PlainLink[];
}

/** A post, a comment or a person in such a view. */
export interface PlainItem {
  /** Its title and its page; `null`: it is what the heading names, or a part of it. */
  readonly link: PlainLink | null;
  /** A line of plain text under the title; empty: none. */
  readonly line: string;
  /** Its words as HTML: its maker escapes the words of people. */
  readonly html: string;
  readonly pictures: readonly PlainPicture[];
  readonly author: PlainLink | null;
  /** ISO instant. */
  readonly at: string | null;
}

/** A text that leads to a page of the site. */
export interface PlainLink {
  readonly text: string;
  readonly path: `/${string}`;
}

export interface PlainPicture extends SizedPicture {
  readonly alt: string;
}

/**
 * A noun's part of the views without scripts, made of the data that comes with the page: what the visitor may see is decided
 * there. `null` for a page of other nouns, and where there is nothing to show.
 */
export type PlainViewOf = (path: string, asker: Asker, data: PageData) => PlainView | null;

/** The view of a page that has a summary and nothing else, as a profile. */
export function viewOfSummary({ title, description, picture }: PageSummary): PlainView {
  const html = `<p>${escapeHtml(description)}</p>`;
  const pictures = picture === null ? [] : [picture];
  return { heading: title, items: [{ link: null, line: '', html, pictures, author: null, at: null }], more: [] };
}

/**
 * A view as a part of a page. It is in a `<noscript>` element, so that a browser with scripts draws nothing of it; the client
 * takes it out like all that the page says to others (`web/session/boot.ts`). Beside it the list of its items as JSON-LD.
 */
export function plainHtml(view: PlainView, campus: Campus, site: SiteOf): string {
  const { heading, items, more } = view;
  const links = more.map(linkHtml).join(' ');
  return [
    listData(items, site(campus)),
    `<noscript data-summary><style>${STYLES}</style><main class="plain">`,
    `<nav>${linkHtml({ text: `${campus.name} Quad`, path: '/home' })}${SEARCH_FORM}</nav>`,
    `<h1>${escapeHtml(heading)}</h1>`,
    ...items.map(itemHtml),
    ...(links === '' ? [] : [`<nav>${links}</nav>`]),
    '</main></noscript>',
  ].join('');
}

function itemHtml({ link, line, html, pictures, author, at }: PlainItem): string {
  const by = [
    ...(author === null ? [] : [linkHtml(author)]),
    ...(at === null ? [] : [`<time datetime="${escapeHtml(at)}">${date.format(new Date(at))}</time>`]),
  ].join(' · ');
  return [
    '<article>',
    ...(link === null ? [] : [`<h2>${linkHtml(link)}</h2>`]),
    ...(line === '' ? [] : [`<p><strong>${escapeHtml(line)}</strong></p>`]),
    html,
    ...pictures.map(pictureHtml),
    ...(by === '' ? [] : [`<p>${by}</p>`]),
    '</article>',
  ].join('');
}

function pictureHtml(picture: PlainPicture): string {
  const { path, width, height } = pictureWithin(picture, PICTURE_MAX) ?? picture;
  const alt = escapeHtml(picture.alt);
  return `<img src="${escapeHtml(path)}" width="${width}" height="${height}" alt="${alt}" loading="lazy">`;
}

function linkHtml({ text, path }: PlainLink): string {
  return `<a href="${escapeHtml(path)}">${escapeHtml(text)}</a>`;
}

/** The pages of a list, for search engines (https://schema.org/ItemList). */
function listData(items: readonly PlainItem[], base: string): string {
  const paths = items.flatMap(({ link }) => (link === null ? [] : [link.path]));
  if (paths.length === 0) return '';
  const list = {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: paths.map((path, index) => ({ '@type': 'ListItem', position: index + 1, url: base + path })),
  };
  return `<script data-summary type="application/ld+json">${scriptJson(list)}</script>`;
}

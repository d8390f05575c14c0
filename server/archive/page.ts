import { escapeHtml } from '../kernel/html.ts';
import type { ArchiveEntry } from './entries.ts';

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}' +
  'article{border-top:1px solid #8886;padding:.75rem 0}h2{font-size:1rem;margin:0}time{color:#777;font-size:.875rem}' +
  'p{white-space:pre-wrap;overflow-wrap:anywhere;margin:.25rem 0}img{max-width:100%;max-height:20rem;margin:.25rem .25rem 0 0}';

/** The beginning of the archive's readable page. It needs no network and runs no script: it says so to the browser. */
export function pageStart(at: Date): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Your Quad data</title>' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; media-src 'self' file:; style-src 'unsafe-inline'">` +
    `<style>${STYLE}</style></head><body><h1>Your Quad data</h1>` +
    `<p>Everything that you did, oldest first, as of ${escapeHtml(at.toUTCString())}. ` +
    'Your profile, account, settings and devices are in account.json, the events themselves in events.jsonl.</p>'
  );
}

/** A picture, or a video with the browser's own controls; one that no browser plays as a link. */
function shown(path: string): string {
  const source = escapeHtml(`media/${path}`);
  if (path.endsWith('.avi')) return `<p><a href="${source}">${source}</a></p>`;
  return /\.(mp4|mov)$/.test(path)
    ? `<video src="${source}" controls preload="metadata"></video>`
    : `<img src="${source}" alt="" loading="lazy">`;
}

/** One event. @param at ISO instant @param pictures paths below `media/` */
export function entryAsHtml(at: string, { what, text }: ArchiveEntry, pictures: readonly string[]): string {
  const words = text === undefined || text === null || text === '' ? '' : `<p dir="auto">${escapeHtml(text)}</p>`;
  const images = pictures.map(shown).join('');
  const time = `<time datetime="${escapeHtml(at)}">${escapeHtml(new Date(at).toUTCString())}</time>`;
  return `<article><h2>${escapeHtml(what)}</h2>${time}${words}${images}</article>\n`;
}

export const pageEnd = '</body></html>\n';

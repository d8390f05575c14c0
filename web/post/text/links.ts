import { type WebLink, webLinks } from '#domain/kernel/webLinks.ts';
import type { FindLinks, Link, Segment } from './link.ts';
import { streetAddresses } from './streetAddresses.ts';

/** North American numbers as students write them, not a part of something longer. */
const PHONE = /(?<![\w/.+-])(?:\+?1[\s.-]?)?(?:\(\d{3}\)\s?|\d{3}[\s.-]?)\d{3}[\s.-]?\d{4}(?![\w-])/g;

function phoneNumbers(text: string): Link[] {
  return [...text.matchAll(PHONE)].map((match) => ({
    text: match[0],
    href: `tel:${match[0].replace(/[^\d+]/g, '')}`,
    kind: 'phone',
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Whether the browser would go to the host that is read, and to no user of it. */
function isPlainAddress({ href }: WebLink): boolean {
  if (href.startsWith('mailto:')) return true;
  const url = URL.parse(href);
  return url !== null && url.username === '' && url.password === '';
}

/** Finds web and mail addresses, phone numbers and street addresses (FEED-18). */
export const findLinks: FindLinks = (text, near) => {
  const candidates = [
    ...webLinks(text).filter(isPlainAddress),
    ...streetAddresses(text, near),
    ...phoneNumbers(text),
  ].sort((a, b) => a.start - b.start || b.end - a.end);

  const segments: Segment[] = [];
  let done = 0;
  for (const link of candidates) {
    if (link.start < done) continue;
    if (link.start > done) segments.push({ text: text.slice(done, link.start), href: null, kind: 'text' });
    segments.push({ text: link.text, href: link.href, kind: link.kind });
    done = link.end;
  }
  if (done < text.length || segments.length === 0) segments.push({ text: text.slice(done), href: null, kind: 'text' });
  return segments;
};

import type { Link, Segment } from './link.ts';
import { streetAddresses } from './streetAddresses.ts';

/** North American numbers as students write them, not a part of something longer. */
const PHONE = /(?<![\w/.+-])(?:\+?1[\s.-]?)?(?:\(\d{3}\)\s?|\d{3}[\s.-]?)\d{3}[\s.-]?\d{4}(?![\w-])/g;

/** Finds web and mail addresses in a text. */
export type WebLinks = (text: string) => readonly Link[];

function phoneNumbers(text: string): Link[] {
  return [...text.matchAll(PHONE)].map((match) => ({
    text: match[0],
    href: `tel:${match[0].replace(/[^\d+]/g, '')}`,
    kind: 'phone',
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/**
 * Cuts a text into plain parts and links: web and mail addresses, phone numbers, street addresses (FEED-18). The joined
 * parts are the text again.
 *
 * @param near city and state for the search of a street address
 * @param webLinks `webLinks.ts`; its list of top-level domains is large and loads after the first page
 */
export function findLinks(text: string, near: string, webLinks: WebLinks): readonly Segment[] {
  const candidates = [...webLinks(text), ...streetAddresses(text, near), ...phoneNumbers(text)].sort(
    (a, b) => a.start - b.start || b.end - a.end,
  );

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
}

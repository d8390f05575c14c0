/** A stretch of text; `href` is `null` where it leads nowhere. */
export interface Segment {
  readonly text: string;
  readonly href: string | null;
  readonly kind: 'text' | 'web' | 'email' | 'phone' | 'address';
}

/** A link and its place in the text, in UTF-16 code units. */
export interface Link extends Segment {
  readonly start: number;
  readonly end: number;
}

/** North American numbers as students write them, not a part of something longer. */
const PHONE = /(?<![\w/.+-])(?:\+?1[\s.-]?)?(?:\(\d{3}\)\s?|\d{3}[\s.-]?)\d{3}[\s.-]?\d{4}(?![\w-])/g;

const DIRECTION = '(?:(?:[NSEW]|NE|NW|SE|SW|North|South|East|West)\\.?\\s+)?';
const STREET_WORD = "(?:(?:[A-Z][A-Za-z'’.]*|\\d{1,3}(?:st|nd|rd|th))\\s+)";
const STREET_KIND =
  '(?:Street|St|Avenue|Ave|Boulevard|Blvd|Drive|Dr|Lane|Ln|Road|Rd|Court|Ct|Circle|Cir|Place|Pl|Parkway|Pkwy|Terrace|Ter|Highway|Hwy|Way|Square|Sq)';
const UNIT = '(?:,?\\s+(?:Apt|Apartment|Unit|Suite|Ste)\\.?\\s*#?\\w{1,6}|,?\\s+#\\w{1,6})?';

/** "1024 S Lindsey St", "215 13th Avenue, Apt 4". Words need their capitals: "3 nice way" is no address. */
const ADDRESS = new RegExp(
  `(?<![\\w$#.,-])\\d{1,5}\\s+${DIRECTION}${STREET_WORD}{1,3}${STREET_KIND}\\b\\.?${UNIT}`,
  'g',
);

/** Where a street address leads; `near` keeps "Main St" in the campus's own city. */
function mapsSearch(address: string, near: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${address}, ${near}`)}`;
}

/** Finds web and mail addresses in a text. */
export type WebLinks = (text: string) => readonly Link[];

function matches(text: string, pattern: RegExp, kind: 'phone' | 'address', hrefOf: (value: string) => string): Link[] {
  return [...text.matchAll(pattern)].map((match) => ({
    text: match[0],
    href: hrefOf(match[0]),
    kind,
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/**
 * Cuts a text into plain stretches and links: web and mail addresses, phone numbers, street addresses (FEED-18).
 * The joined texts are the text again.
 *
 * @param near city and state in which a street address is looked for
 * @param webLinks `webLinks.ts`; its list of top-level domains is large and comes later than the first page
 */
export function findLinks(text: string, near: string, webLinks: WebLinks): readonly Segment[] {
  const candidates = [
    ...webLinks(text),
    ...matches(text, ADDRESS, 'address', (address) => mapsSearch(address, near)),
    ...matches(text, PHONE, 'phone', (number) => `tel:${number.replace(/[^\d+]/g, '')}`),
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
}

import { PAGE_SITE_MAX_CHARACTERS, PAGE_TITLE_MAX_CHARACTERS } from '#domain/kernel/limits.ts';
import { cleanText, isUnseen } from '#domain/kernel/text.ts';
import { decodePage } from './decodePage.ts';
import type { Fetched } from './fetchPublic.ts';
import { readHead } from './readHead.ts';

/** The words of a page about itself: its title, the name of its site (empty: it says none), and the address of its picture. */
export interface PageFacts {
  readonly title: string;
  readonly site: string;
  /** `null`: it names none that could be fetched. */
  readonly picture: string | null;
}

/** Where a page names its picture, the best first. */
const PICTURES = ['og:image:secure_url', 'og:image:url', 'og:image', 'twitter:image', 'twitter:image:src'];

/** Reads the head of a page; `null`: it has no title. The text is plain, and its characters are those of a post. */
export function readPage({ url, contentType, bytes }: Fetched): PageFacts | null {
  const { title, meta } = readHead(decodePage(bytes, contentType));
  const best = [meta.get('og:title'), meta.get('twitter:title'), title].map((text) =>
    plain(text, PAGE_TITLE_MAX_CHARACTERS),
  );
  const found = best.find((text) => !isUnseen(text));
  if (found === undefined) return null;
  return {
    title: found,
    site: plain(meta.get('og:site_name'), PAGE_SITE_MAX_CHARACTERS),
    picture: PICTURES.map((key) => pictureAt(meta.get(key), url)).find((picture) => picture !== null) ?? null,
  };
}

/** The address of a picture; `null`: it is none that could be fetched. An empty one would be the page itself. */
function pictureAt(address: string | undefined, page: string): string | null {
  const url = address === undefined || address.trim() === '' ? null : URL.parse(address, page);
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url.href : null;
}

/** One line, of so many characters. */
function plain(text: string | undefined, maxCharacters: number): string {
  const characters = [
    ...cleanText(text ?? '')
      .replace(/\s+/g, ' ')
      .trim(),
  ];
  return characters.length <= maxCharacters
    ? characters.join('')
    : `${characters
        .slice(0, maxCharacters - 1)
        .join('')
        .trimEnd()}…`;
}

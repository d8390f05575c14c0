import { PAGE_SITE_MAX_CHARACTERS, PAGE_TITLE_MAX_CHARACTERS } from '#domain/kernel/limits.ts';
import { cleanText, isUnseen } from '#domain/kernel/text.ts';
import type { Fetched } from './fetchPublic.ts';
import { readHead } from './readHead.ts';

/** The words of a page about itself: its title, the name of its site (empty: it says none), and the address of its picture. */
export interface PageFacts {
  readonly title: string;
  readonly site: string;
  /** `null`: it names none that could be fetched. */
  readonly picture: string | null;
}

/** Bytes at the beginning of a page that are searched for its character set (HTML standard, 13.2.3.2). */
const CHARSET_BYTES = 1_024;

/** Reads the head of a page; `null`: it has no title. The text is plain, and its characters are those of a post. */
export function readPage({ url, contentType, bytes }: Fetched): PageFacts | null {
  const { title, meta } = readHead(decode(bytes, contentType));
  const best = [meta.get('og:title'), meta.get('twitter:title'), title].map((text) =>
    plain(text, PAGE_TITLE_MAX_CHARACTERS),
  );
  const found = best.find((text) => !isUnseen(text));
  if (found === undefined) return null;
  const picture = URL.parse(
    meta.get('og:image:secure_url') ?? meta.get('og:image') ?? meta.get('twitter:image') ?? '',
    url,
  );
  const hasPicture = meta.has('og:image') || meta.has('twitter:image') || meta.has('og:image:secure_url');
  return {
    title: found,
    site: plain(meta.get('og:site_name'), PAGE_SITE_MAX_CHARACTERS),
    picture: hasPicture ? (picture?.href ?? null) : null,
  };
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

/** The text, in the character set that the answer or the page names; UTF-8 where that is unknown. */
function decode(bytes: Buffer, contentType: string): string {
  const declared = /charset=["']?([\w-]+)/i;
  const label =
    (declared.exec(contentType) ?? declared.exec(bytes.toString('latin1', 0, CHARSET_BYTES)))?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

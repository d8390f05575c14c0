import { find } from 'linkifyjs';
import type { Link } from './links.ts';

/** Only these schemes become links: nothing in a text can run. */
const SAFE_HREF = /^(?:https?:\/\/|mailto:)/i;

/** Web and mail addresses, with and without a scheme, as linkify finds them (FEED-18). */
export function webLinks(text: string): readonly Link[] {
  return find(text, { defaultProtocol: 'https' })
    .filter((match) => match.isLink && SAFE_HREF.test(match.href))
    .map((match) => ({
      text: match.value,
      href: match.href,
      kind: match.type === 'email' ? 'email' : 'web',
      start: match.start,
      end: match.end,
    }));
}

import { find } from 'linkifyjs';

/** An address in a text and its offset, in UTF-16 code units. */
export interface WebLink {
  readonly text: string;
  readonly href: string;
  readonly kind: 'web' | 'email';
  readonly start: number;
  readonly end: number;
}

/** Only these schemes become links: nothing in a text can run. */
const SAFE_HREF = /^(?:https?:\/\/|mailto:)/i;
/** Invisible characters: text beside one may be longer than it looks. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/u;
/** "https://google.com@evil.com" leads to evil.com, but looks like google.com. */
const USER_INFO = /^[a-z][a-z0-9+.-]*:[/\\]*[^/?#]*@/i;

/** Emoji join their parts with invisible characters. */
const EMOJI = /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\p{Extended_Pictographic}|\ufe0f|\u200d)*/gu;

/** Whether the addresses in a word read as they lead: no user before the host, and nothing invisible. */
function readsAsItLeads(word: string): boolean {
  if (INVISIBLE.test(word.replace(EMOJI, ''))) return false;
  const scheme = /[a-z][a-z0-9+.-]*:[/\\]/i.exec(word);
  return scheme === null || !USER_INFO.test(word.slice(scheme.index));
}

/** Tells of each offset whether the word around it reads as it leads. Each word is looked at once, however many links it has. */
function readableWords(text: string): (start: number) => boolean {
  const words = [...text.matchAll(/[^\p{Z}\n]+/gu)].map(({ 0: word, index }) => ({ word, index }));
  const known = new Map<number, boolean>();
  return (start) => {
    const { word, index } = words.findLast((each) => each.index <= start) ?? { word: '', index: 0 };
    const reads = known.get(index) ?? readsAsItLeads(word);
    known.set(index, reads);
    return reads;
  };
}

/** Web and mail addresses, with and without a scheme, as linkify finds them (FEED-18). */
export function webLinks(text: string): readonly WebLink[] {
  const reads = readableWords(text);
  return find(text, { defaultProtocol: 'https' })
    .filter((match) => match.isLink && SAFE_HREF.test(match.href))
    .filter((match) => reads(match.start))
    .map((match) => ({
      text: match.value,
      href: match.href,
      kind: match.type === 'email' ? 'email' : 'web',
      start: match.start,
      end: match.end,
    }));
}

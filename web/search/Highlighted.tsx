import { type RefObject, useEffect } from 'react';
import { heldWords, searchWords } from '#projections/kernel/searchWords.ts';

/** Name under which the style sheet finds the highlighted words (`::highlight`). */
const HIGHLIGHT = 'search';
/** Where the words of a question stand in a text: from and to, in UTF-16 units; the last one may be a beginning. */
function placesOf(text: string, words: readonly string[]): readonly (readonly [from: number, to: number])[] {
  const last = words.at(-1);
  const isSought = (word: string) => words.includes(word) || (last !== undefined && word.startsWith(last));
  // A place that is found by several words is marked once.
  const places = new Map(
    heldWords(text).flatMap(({ word, from, to }) => (isSought(word) ? [[`${from}-${to}`, [from, to] as const]] : [])),
  );
  return [...places.values()];
}

/**
 * Highlights the words of a search in all posts below an element, as they come and change. The text itself stays as it
 * is, so nothing of a card is drawn anew; a browser without highlights shows it plain. Draws nothing itself.
 */
export default function Highlighted(props: {
  readonly host: RefObject<HTMLElement | null>;
  /** The search. */
  readonly text: string;
}) {
  const { host, text } = props;
  useEffect(() => {
    const element = host.current;
    if (element === null || typeof Highlight === 'undefined') return;
    const words = searchWords(text);
    const paint = () => CSS.highlights.set(HIGHLIGHT, new Highlight(...rangesIn(element, words)));
    paint();
    const observer = new MutationObserver(paint);
    observer.observe(element, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      CSS.highlights.delete(HIGHLIGHT);
    };
  }, [host, text]);
  return null;
}

function rangesIn(element: HTMLElement, words: readonly string[]): readonly Range[] {
  const ranges: Range[] = [];
  for (const block of element.querySelectorAll('[data-searched]')) {
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      for (const [from, to] of placesOf(node.nodeValue ?? '', words)) {
        const range = new Range();
        range.setStart(node, from);
        range.setEnd(node, to);
        ranges.push(range);
      }
    }
  }
  return ranges;
}

import type { RichText } from '#domain/post/richText.ts';
import { reducePlainText } from './reducePaste.ts';

/** A text with plain text appended as if typed at its end: the first line continues the last block. */
export function appendTyped(text: RichText, typed: string): RichText {
  if (typed === '') return text;
  const [first, ...lines] = reducePlainText(typed);
  const last = text.at(-1);
  if (first === undefined || last === undefined) return lines;
  // An empty leaf only holds the caret.
  const before = last.children.filter((leaf) => leaf.text !== '');
  return [...text.slice(0, -1), { ...last, children: [...before, ...first.children] }, ...lines];
}

import { TITLE_MAX_CHARACTERS } from './limits.ts';
import type { RichText } from './richText.ts';

/** The text without its form: one line for a block. */
export function plainText(richText: RichText): string {
  return richText.map((block) => block.children.map((leaf) => leaf.text).join('')).join('\n');
}

/** A first sentence that is a title: with its end, and not so short that the end may be that of an abbreviation. */
const SENTENCE = /^.{10,99}?[.!?…](?=\s)/su;

/** The title of a line: the line, or its first sentence where that is a paragraph. */
export function titleOfLine(line: string): string {
  return [...line].length <= TITLE_MAX_CHARACTERS ? line : (SENTENCE.exec(line)?.[0] ?? line);
}

/** The title of a post: its first line with words, on one line; empty without any. */
export function titleOf(richText: RichText | null): string {
  const lines = richText === null ? [] : plainText(richText).split('\n');
  return titleOfLine((lines.find((line) => line.trim() !== '') ?? '').replace(/\s+/g, ' ').trim());
}

/** Whether it has no visible text. */
export function isBlank(richText: RichText): boolean {
  return plainText(richText).trim() === '';
}

import type { RichText } from './richText.ts';

/** The text without its form: one line for a block. */
export function plainText(richText: RichText): string {
  return richText.map((block) => block.children.map((leaf) => leaf.text).join('')).join('\n');
}

/** Whether it has no visible text. */
export function isBlank(richText: RichText): boolean {
  return plainText(richText).trim() === '';
}

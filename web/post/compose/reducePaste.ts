import { cleanText } from '#domain/kernel/text.ts';
import { LINE_BREAK_CHARACTERS } from '#domain/post/limits.ts';
import { plainText } from '#domain/post/plainText.ts';
import type { RichText, RichTextBlock, RichTextLeaf } from '#domain/post/richText.ts';
import { fitText } from '../../writing/face.ts';
import { readDocument } from './pastedHtml.ts';

/** A line break within a paragraph of Word, and the end of a page of a PDF. */
const PAGE_BREAKS = /[\v\f]/g;

/** Plain text as blocks: one for a line. */
export function reducePlainText(text: string): RichText {
  return cleanText(text.replace(PAGE_BREAKS, '\n'))
    .split('\n')
    .map((line) => ({ type: 'paragraph', children: [{ text: line }] }));
}

/**
 * Reduces foreign HTML to the content of a post: paragraphs, two kinds of lists, bold and italic (D10). The document is
 * only read, never shown: nothing in it loads or runs.
 */
export function reduceHtml(html: string): RichText {
  return readDocument(new DOMParser().parseFromString(html, 'text/html'));
}

/** The part of blocks that fits the limit. */
export interface FitBlocks {
  readonly blocks: RichText;
  /** Something was cut off. */
  readonly cut: boolean;
  /** The words that were cut off. */
  readonly left: string;
}

/** The beginning of blocks that takes at most `room` characters, breaks between them included (POST-03, D10). */
export function fitBlocks(blocks: RichText, room: number): FitBlocks {
  const kept = beginning(blocks, room);
  if (kept === null) return { blocks, cut: false, left: '' };
  return { blocks: kept, cut: true, left: plainText(blocks).slice(plainText(kept).length).replace(/^\n/, '') };
}

/** `null`: all of them fit. */
function beginning(blocks: RichText, room: number): RichText | null {
  const kept: RichTextBlock[] = [];
  let left = room;
  for (const [index, block] of blocks.entries()) {
    if (index > 0) left -= LINE_BREAK_CHARACTERS;
    if (left < 0) return kept;
    const children: RichTextLeaf[] = [];
    for (const leaf of block.children) {
      const fit = fitText(leaf.text, left);
      children.push({ ...leaf, text: fit.text });
      if (fit.cut) return [...kept, { ...block, children }];
      left -= [...fit.text].length;
    }
    kept.push({ ...block, children });
  }
  return null;
}

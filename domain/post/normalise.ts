import { cleanText, textLength } from '../kernel/text.ts';
import { LINE_BREAK_CHARACTERS } from './limits.ts';
import type { RichText, RichTextBlock, RichTextLeaf } from './richText.ts';

/** Empty text: the start of an editor, and the text of a post that has only pictures. */
export const EMPTY_RICH_TEXT: RichText = [{ type: 'paragraph', children: [{ text: '' }] }];

/**
 * The canonical form, in which equal texts are equal: clean text, neighbouring leaves of the same marks joined, no
 * empty leaves or blocks, no white space at the two ends. It is idempotent.
 */
export function normaliseRichText(richText: RichText): RichText {
  const blocks = richText.map((block) => ({ type: block.type, children: joinLeaves(block.children) }));
  while (trimFirst(blocks)) blocks.shift();
  while (trimLast(blocks)) blocks.pop();
  return blocks.length === 0 ? EMPTY_RICH_TEXT : blocks.map(keepOneLeaf);
}

/**
 * Characters of a rich text as the counter shows them: code points, and 2 for each line break (POST-03, Q24). White
 * space at the ends counts while it is typed, so a text that the editor accepts is never too long for the server.
 */
export function richTextLength(richText: RichText): number {
  const text = richText.map((block) => block.children.map((leaf) => cleanText(leaf.text)).join('')).join('\n');
  return textLength(text, LINE_BREAK_CHARACTERS);
}

/** Blocks and leaves. */
export function countNodes(richText: RichText): number {
  return richText.reduce((nodes, block) => nodes + 1 + block.children.length, 0);
}

/** A text of plain paragraphs. */
export function richTextOf(text: string): RichText {
  return cleanText(text)
    .split('\n')
    .map((line) => ({ type: 'paragraph', children: [{ text: line }] }));
}

function joinLeaves(leaves: readonly RichTextLeaf[]): RichTextLeaf[] {
  const joined: RichTextLeaf[] = [];
  for (const leaf of leaves) {
    const text = cleanText(leaf.text);
    if (text === '') continue;
    const last = joined.at(-1);
    if (last !== undefined && last.bold === leaf.bold && last.italic === leaf.italic) {
      joined[joined.length - 1] = { ...last, text: last.text + text };
    } else {
      joined.push(markedLeaf(leaf, text));
    }
  }
  return joined;
}

/** A leaf with only the marks it has: an absent mark is an absent key, so that equal texts are equal JSON. */
function markedLeaf(marks: RichTextLeaf, text: string): RichTextLeaf {
  return {
    text,
    ...(marks.bold === true ? { bold: true } : {}),
    ...(marks.italic === true ? { italic: true } : {}),
  };
}

/** Takes white space off the start; answers whether the first block is empty and has to go. */
function trimFirst(blocks: RichTextBlock[]): boolean {
  const children = blocks[0]?.children;
  if (children === undefined) return false;
  trimEnd(children, 0, (text) => text.trimStart());
  return children.length === 0;
}

/** Takes white space off the end; answers whether the last block is empty and has to go. */
function trimLast(blocks: RichTextBlock[]): boolean {
  const children = blocks.at(-1)?.children;
  if (children === undefined) return false;
  trimEnd(children, -1, (text) => text.trimEnd());
  return children.length === 0;
}

function trimEnd(leaves: RichTextLeaf[], end: 0 | -1, trim: (text: string) => string): void {
  for (let leaf = leaves.at(end); leaf !== undefined; leaf = leaves.at(end)) {
    const text = trim(leaf.text);
    if (text !== '') {
      leaves.splice(end, 1, { ...leaf, text });
      return;
    }
    leaves.splice(end, 1);
  }
}

function keepOneLeaf(block: RichTextBlock): RichTextBlock {
  return block.children.length === 0 ? { type: block.type, children: [{ text: '' }] } : block;
}

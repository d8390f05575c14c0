import { cleanText } from '#domain/kernel/text.ts';
import { LINE_BREAK_CHARACTERS } from '#domain/post/limits.ts';
import type { RichText, RichTextBlock, RichTextLeaf } from '#domain/post/richText.ts';
import { fitText } from '../../writing/face.ts';

type BlockType = RichTextBlock['type'];
type Marks = Pick<RichTextLeaf, 'bold' | 'italic'>;

const BOLD_TAGS = ['B', 'STRONG'];
const ITALIC_TAGS = ['I', 'EM'];
/** Elements that begin a new line. */
const BLOCK_TAGS = [
  'P',
  'DIV',
  'LI',
  'UL',
  'OL',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'BLOCKQUOTE',
  'PRE',
  'TR',
  'SECTION',
  'ARTICLE',
];
/** Elements whose text is not displayed. */
const SILENT_TAGS = ['SCRIPT', 'STYLE', 'HEAD', 'TITLE', 'TEMPLATE', 'NOSCRIPT'];
/** Nodes of a pasted document that are read: more than any of our texts can contain. */
const MAX_NODES = 5_000;

/** Plain text as blocks: one for a line. */
export function reducePlainText(text: string): RichText {
  return cleanText(text)
    .split('\n')
    .map((line) => ({ type: 'paragraph', children: [{ text: line }] }));
}

/**
 * Reduces foreign HTML to the content of a post: paragraphs, two kinds of lists, bold and italic (D10). The document is
 * only read, never shown: nothing in it loads or runs.
 */
export function reduceHtml(html: string): RichText {
  const body = new DOMParser().parseFromString(html, 'text/html').body;
  const blocks: RichTextBlock[] = [];
  let open: RichTextBlock | null = null;
  let looked = 0;

  const write = (text: string, type: BlockType, marks: Marks) => {
    const clean = cleanText(text).replace(/[ \n]+/g, ' ');
    if (open === null) {
      if (clean.trim() === '') return;
      open = { type, children: [] };
      blocks.push(open);
    }
    if (clean !== '') open.children.push({ text: clean, ...marks });
  };
  const walk = (node: Node, type: BlockType, marks: Marks) => {
    looked += 1;
    if (looked > MAX_NODES) return;
    if (node.nodeType === Node.TEXT_NODE) return write(node.textContent ?? '', type, marks);
    if (!(node instanceof HTMLElement)) return;
    const tag = node.tagName;
    if (SILENT_TAGS.includes(tag)) return;
    // Our own editor marks a blank line so when it is copied.
    if (tag === 'BR' || node.dataset.slateZeroWidth === 'n') {
      // It ends the line that is open; where none is, it is a blank line.
      if (open === null) blocks.push({ type, children: [{ text: '' }] });
      open = null;
      return;
    }
    const isBlock = BLOCK_TAGS.includes(tag);
    if (isBlock) open = null;
    const inner = tag === 'LI' ? itemTypeOf(node) : type;
    for (const child of node.childNodes) walk(child, inner, marksOf(node, marks));
    if (isBlock) open = null;
  };
  for (const child of body.childNodes) walk(child, 'paragraph', {});
  return blocks.length === 0 ? reducePlainText('') : blocks;
}

function itemTypeOf(item: HTMLElement): BlockType {
  return item.closest('ol, ul')?.tagName === 'OL' ? 'numbered-item' : 'bulleted-item';
}

function marksOf(element: HTMLElement, outer: Marks): Marks {
  const { fontWeight, fontStyle } = element.style;
  const notBold = fontWeight === 'normal' || fontWeight === '400';
  const bold = !notBold && (BOLD_TAGS.includes(element.tagName) || fontWeight === 'bold' || Number(fontWeight) >= 600);
  const italic = ITALIC_TAGS.includes(element.tagName) || fontStyle === 'italic';
  return {
    ...((outer.bold && !notBold) || bold ? { bold: true } : {}),
    ...(outer.italic || italic ? { italic: true } : {}),
  };
}

/** The beginning of blocks that takes at most `room` characters, breaks between them included (POST-03, D10). */
export function fitBlocks(blocks: RichText, room: number): { readonly blocks: RichText; readonly cut: boolean } {
  const kept: RichTextBlock[] = [];
  let left = room;
  for (const [index, block] of blocks.entries()) {
    if (index > 0) left -= LINE_BREAK_CHARACTERS;
    if (left < 0) return { blocks: kept, cut: true };
    const children: RichTextLeaf[] = [];
    for (const leaf of block.children) {
      const fit = fitText(leaf.text, left);
      children.push({ ...leaf, text: fit.text });
      if (fit.cut) return { blocks: [...kept, { ...block, children }], cut: true };
      left -= [...fit.text].length;
    }
    kept.push({ ...block, children });
  }
  return { blocks: kept, cut: false };
}

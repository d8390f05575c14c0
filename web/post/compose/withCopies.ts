import { type Editor, Node, Range } from 'slate';
import type { RichText, RichTextBlock, RichTextLeaf } from '#domain/post/richText.ts';

/** Where a copy goes: the part of the clipboard that is written. */
type Clipboard = Pick<DataTransfer, 'setData'>;

/** Keeps the spaces and line breaks of a copy where it is pasted. */
const AS_WRITTEN = 'style="white-space:pre-wrap"';
const LIST_TAGS = { 'bulleted-item': 'ul', 'numbered-item': 'ol' } as const;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Copies, cuts and drags what is selected with its marks and lists, as HTML and as plain text. What Slate writes by
 * itself is the page's own elements: within one bold run they are a text without its mark, and an item is no item.
 */
export function withCopies<E extends Editor>(editor: E): E {
  editor.setFragmentData = (data: Clipboard) => {
    const { selection } = editor;
    if (selection === null || Range.isCollapsed(selection)) return;
    const blocks = Node.fragment(editor, selection) as RichText;
    data.setData('text/html', copiedHtml(blocks));
    data.setData('text/plain', copiedText(blocks));
  };
  return editor;
}

/** Text as HTML that any program reads, and `reduceHtml` as the same text. A part of a line is no block of its own. */
export function copiedHtml(blocks: RichText): string {
  const [first] = blocks;
  if (blocks.length === 1 && first !== undefined) return `<span ${AS_WRITTEN}>${lineHtml(first)}</span>`;
  let html = '';
  for (const [index, block] of blocks.entries()) {
    if (block.type === 'paragraph') {
      html += `<p>${lineHtml(block) || '<br>'}</p>`;
      continue;
    }
    const list = LIST_TAGS[block.type];
    if (blocks[index - 1]?.type !== block.type) html += `<${list}>`;
    html += `<li>${lineHtml(block) || '<br>'}</li>`;
    if (blocks[index + 1]?.type !== block.type) html += `</${list}>`;
  }
  return `<div ${AS_WRITTEN}>${html}</div>`;
}

function copiedText(blocks: RichText): string {
  return blocks.map((block) => Node.string(block)).join('\n');
}

function lineHtml({ children }: RichTextBlock): string {
  return children.map(leafHtml).join('');
}

function leafHtml({ text, bold, italic }: RichTextLeaf): string {
  if (text === '') return '';
  let html = text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);
  if (italic) html = `<em>${html}</em>`;
  return bold ? `<strong>${html}</strong>` : html;
}

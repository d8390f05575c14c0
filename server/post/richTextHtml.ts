import type { RichText, RichTextBlock, RichTextLeaf } from '#domain/post/richText.ts';
import { escapeHtml } from '../kernel/html.ts';

const LISTS = { 'bulleted-item': 'ul', 'numbered-item': 'ol' } as const;

/** A text as HTML, whole and escaped: paragraphs, and neighbouring items of a kind as one list. */
export function richTextHtml(richText: RichText): string {
  return richText
    .map((block, index) => {
      const words = block.children.map(leafHtml).join('');
      if (block.type === 'paragraph') return `<p>${words}</p>`;
      const list = LISTS[block.type];
      const isAtEnd = (neighbour: RichTextBlock | undefined) => neighbour?.type !== block.type;
      const begin = isAtEnd(richText[index - 1]) ? `<${list}>` : '';
      return `${begin}<li>${words}</li>${isAtEnd(richText[index + 1]) ? `</${list}>` : ''}`;
    })
    .join('');
}

function leafHtml({ text, bold, italic }: RichTextLeaf): string {
  const words = escapeHtml(text).replaceAll('\n', '<br>');
  const strong = bold === true ? `<strong>${words}</strong>` : words;
  return italic === true ? `<em>${strong}</em>` : strong;
}

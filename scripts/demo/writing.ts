import type { RichText, RichTextBlock, RichTextLeaf } from '#domain/post/richText.ts';

/** A line with `**bold**` words as leaves. */
function leavesOf(line: string): RichTextLeaf[] {
  const leaves = line.split('**').map((text, at): RichTextLeaf => (at % 2 === 1 ? { text, bold: true } : { text }));
  const written = leaves.filter((leaf) => leaf.text !== '');
  return written.length === 0 ? [{ text: '' }] : written;
}

/** The rich text of what somebody wrote: one block for a line, `- ` begins an item of a list. */
export function written(text: string): RichText {
  return text.split('\n').map((line): RichTextBlock => {
    if (line.startsWith('- ')) return { type: 'bulleted-item', children: leavesOf(line.slice(2)) };
    return { type: 'paragraph', children: leavesOf(line) };
  });
}

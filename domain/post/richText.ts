import * as z from 'zod/mini';

/**
 * Stored rich text (POST-02, decisions D10): a list of blocks in the shape that Slate edits, reduced to paragraphs and
 * two kinds of lists of one level. It is flat, so that no input can nest it.
 */
const leafSchema = z.strictObject({
  text: z.string(),
  bold: z.optional(z.literal(true)),
  italic: z.optional(z.literal(true)),
});

const blockSchema = z.strictObject({
  /** A list is a run of neighbouring items of the same type. */
  type: z.enum(['paragraph', 'bulleted-item', 'numbered-item']),
  children: z.array(leafSchema).check(z.minLength(1)),
});

export const richTextSchema = z.array(blockSchema).check(z.minLength(1));

export type RichTextLeaf = z.infer<typeof leafSchema>;
export type RichTextBlock = z.infer<typeof blockSchema>;
export type RichText = z.infer<typeof richTextSchema>;

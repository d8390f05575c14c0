import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countNodes, EMPTY_RICH_TEXT, normaliseRichText, richTextLength, richTextOf } from '#domain/post/normalise.ts';
import { isBlank, plainText } from '#domain/post/plainText.ts';
import { type RichText, richTextSchema } from '#domain/post/richText.ts';
import { richTexts } from '../arbitraries.ts';

const paragraph = (...children: RichText[number]['children']): RichText[number] => ({ type: 'paragraph', children });

describe('rich text', () => {
  it('[POST-03] counts code points, and two for each line break', () => {
    expect(richTextLength(richTextOf(''))).toBe(0);
    expect(richTextLength(richTextOf('abc'))).toBe(3);
    expect(richTextLength(richTextOf('a\nb'))).toBe(4);
    expect(richTextLength([paragraph({ text: 'a\nb' }), paragraph({ text: '' })])).toBe(6);
    expect(richTextLength(richTextOf('👩‍🎓é'))).toBe(4);
  });

  it('[POST-02] joins leaves of the same marks, drops empty ones and keeps the others apart', () => {
    const typed: RichText = [
      paragraph(
        { text: 'Oak ', bold: true },
        { text: '', italic: true },
        { text: 'desk', bold: true },
        { text: ' $40', italic: true },
        { text: ' or less' },
      ),
    ];
    expect(normaliseRichText(typed)).toStrictEqual([
      paragraph({ text: 'Oak desk', bold: true }, { text: ' $40', italic: true }, { text: ' or less' }),
    ]);
  });

  it('takes empty blocks and white space off both ends and keeps blank lines within', () => {
    const typed: RichText = [
      paragraph({ text: '' }),
      { type: 'bulleted-item', children: [{ text: '  ' }, { text: ' desk', bold: true }] },
      paragraph({ text: '' }),
      paragraph({ text: 'lamp \n' }, { text: ' ', italic: true }),
      { type: 'numbered-item', children: [{ text: '\t' }] },
    ];
    expect(normaliseRichText(typed)).toStrictEqual([
      { type: 'bulleted-item', children: [{ text: 'desk', bold: true }] },
      paragraph({ text: '' }),
      paragraph({ text: 'lamp' }),
    ]);
  });

  it('is the empty text when nothing is left', () => {
    expect(normaliseRichText(richTextOf(' \n\n\u0000'))).toStrictEqual(EMPTY_RICH_TEXT);
    expect(isBlank(EMPTY_RICH_TEXT)).toBe(true);
  });

  it('takes out what can not be seen but changes what is', () => {
    expect(plainText(normaliseRichText(richTextOf('a\u202eb\u0007c\r\nd\ud800')))).toBe('abc\nd\ufffd');
  });

  it('[POST-04] normal form is stable, never longer, valid and the same as JSON', () => {
    fc.assert(
      fc.property(richTexts, (typed) => {
        const normal = normaliseRichText(typed);
        expect(normaliseRichText(normal)).toStrictEqual(normal);
        expect(richTextLength(normal)).toBeLessThanOrEqual(richTextLength(typed));
        expect(countNodes(normal)).toBeLessThanOrEqual(Math.max(2, countNodes(typed) + typed.length));
        expect(richTextSchema.parse(normal)).toStrictEqual(normal);
        expect(JSON.parse(JSON.stringify(normal))).toStrictEqual(normal);
      }),
      { seed: 3, numRuns: 1_000 },
    );
  });
});

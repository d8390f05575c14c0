import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { createEditor, type Point, Transforms } from 'slate';
import { normaliseRichText } from '#domain/post/normalise.ts';
import type { RichText } from '#domain/post/richText.ts';
import { readDocument } from '#web/post/compose/pastedHtml.ts';
import { copiedHtml, withCopies } from '#web/post/compose/withCopies.ts';

const TEXT: RichText = [
  { type: 'paragraph', children: [{ text: 'A ' }, { text: 'very  good', bold: true }, { text: ' desk' }] },
  { type: 'bulleted-item', children: [{ text: 'two drawers', italic: true }] },
  { type: 'bulleted-item', children: [{ text: 'a & b <c>' }] },
  { type: 'numbered-item', children: [{ text: 'write to me', bold: true, italic: true }] },
  { type: 'paragraph', children: [{ text: '' }] },
  { type: 'paragraph', children: [{ text: 'Ann' }] },
];

const pasted = (html: string): RichText => readDocument(new JSDOM(html).window.document);

/** The clipboard after a copy of a part of the text. */
function copied(anchor: Point, focus: Point): Readonly<Record<string, string>> {
  const editor = withCopies(createEditor());
  editor.children = [...TEXT];
  Transforms.select(editor, { anchor, focus });
  const clipboard: Record<string, string> = {};
  editor.setFragmentData({ setData: (kind: string, data: string) => (clipboard[kind] = data) } as never);
  return clipboard;
}

describe('[POST-02] a copy keeps', () => {
  it('the mark of a part of one bold run', () => {
    const clipboard = copied({ path: [0, 1], offset: 6 }, { path: [0, 1], offset: 10 });
    expect(clipboard['text/plain']).toBe('good');
    expect(pasted(clipboard['text/html'] ?? '')).toEqual([
      { type: 'paragraph', children: [{ text: 'good', bold: true }] },
    ]);
  });

  it('marks, lists, spaces and blank lines of several lines', () => {
    const clipboard = copied({ path: [0, 1], offset: 0 }, { path: [5, 0], offset: 2 });
    expect(pasted(clipboard['text/html'] ?? '')).toEqual([
      { type: 'paragraph', children: [{ text: 'very  good', bold: true }, { text: ' desk' }] },
      ...TEXT.slice(1, 5),
      { type: 'paragraph', children: [{ text: 'An' }] },
    ]);
    expect(clipboard['text/plain']).toBe('very  good desk\ntwo drawers\na & b <c>\nwrite to me\n\nAn');
  });

  it('nothing where nothing is selected, and no form of Slate, which a paste does not read', () => {
    expect(copied({ path: [0, 1], offset: 3 }, { path: [0, 1], offset: 3 })).toEqual({});
    expect(Object.keys(copied({ path: [0, 0], offset: 0 }, { path: [0, 1], offset: 3 })).sort()).toEqual([
      'text/html',
      'text/plain',
    ]);
  });

  it('any text as it is', () => {
    const mark = fc.constantFrom<true | undefined>(true, undefined);
    const leaf = fc
      .record({
        text: fc.string({ unit: fc.constantFrom('a', ' ', '<', '&', ';', '"', '🙂'), maxLength: 5 }),
        bold: mark,
        italic: mark,
      })
      .map(({ text, bold, italic }) => ({ text, ...(bold && { bold }), ...(italic && { italic }) }));
    const block = fc.record({
      type: fc.constantFrom('paragraph' as const, 'bulleted-item' as const, 'numbered-item' as const),
      children: fc.array(leaf, { minLength: 1, maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(block, { minLength: 2, maxLength: 5 }), (text) => {
        // A line of spaces alone is a blank one.
        const isBlank = (line: RichText[number]) => line.children.every((each) => each.text.trim() === '');
        const seen = text.map((line) => (isBlank(line) ? { ...line, children: [{ text: '' }] } : line));
        expect(normaliseRichText(pasted(copiedHtml(text)))).toEqual(normaliseRichText(seen));
      }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createEditor, Editor, type Editor as SlateEditor, Transforms } from 'slate';
import { TEXT_MAX_CHARACTERS } from '#domain/post/limits.ts';
import { richTextLength } from '#domain/post/normalise.ts';
import { plainText } from '#domain/post/plainText.ts';
import type { RichText } from '#domain/post/richText.ts';
import { firstWholeSigns } from '#web/kit/graphemes.ts';
import { throttle } from '#web/kit/throttle.ts';
import { appendTyped } from '#web/post/compose/appendTyped.ts';
import { fitBlocks, reducePlainText } from '#web/post/compose/reducePaste.ts';
import { withLimit } from '#web/post/compose/withLimit.ts';
import { fitText } from '#web/writing/fitText.ts';

/** An editor at its limit without a page around it; `full` counts the refusals. */
function editorWith(text: string): { editor: SlateEditor; refusals: () => number } {
  let refusals = 0;
  const base = createEditor();
  // The part of slate-react that the limit builds on.
  const editor = withLimit(Object.assign(base, { insertData: () => undefined }) as SlateEditor, () => {
    refusals += 1;
  });
  editor.children = [...reducePlainText(text)];
  Transforms.select(editor, Editor.end(editor, []));
  return { editor, refusals: () => refusals };
}

const lengthOf = (editor: SlateEditor) => richTextLength(editor.children as RichText);
const textOf = (editor: SlateEditor) => plainText(editor.children as RichText);

describe('a text at its limit', () => {
  it('[POST-03] counts a line break as two', () => {
    expect(fitText('ab\ncd', 5)).toEqual({ text: 'ab\nc', cut: true });
    expect(fitText('ab\ncd', 6)).toEqual({ text: 'ab\ncd', cut: false });
    expect(fitText('ab\n', 3)).toEqual({ text: 'ab', cut: true });
  });

  it('[POST-04] gives what did not fit back: with what stands there it is the whole of it', () => {
    const lines = ['first', 'b'.repeat(TEXT_MAX_CHARACTERS), '', 'last line'];
    for (const room of [0, 3, 5, 6, 7, 8, 100, TEXT_MAX_CHARACTERS]) {
      const whole = reducePlainText(lines.join('\n'));
      const { blocks, cut, left } = fitBlocks(whole, room);
      const kept = plainText(blocks);
      expect([cut, [kept + left, `${kept}\n${left}`].includes(lines.join('\n'))]).toEqual([true, true]);
    }
    expect(fitBlocks(reducePlainText('short'), TEXT_MAX_CHARACTERS)).toMatchObject({ cut: false, left: '' });

    const leftOut: string[] = [];
    const editor = withLimit(Object.assign(createEditor(), { insertData: () => undefined }) as SlateEditor, (left) => {
      leftOut.push(left);
    });
    editor.children = [...reducePlainText('a'.repeat(TEXT_MAX_CHARACTERS - 2))];
    Transforms.select(editor, Editor.end(editor, []));
    editor.insertText('dictated words');
    editor.insertBreak();
    const data = { files: [], getData: (kind: string) => (kind === 'text/plain' ? 'a paste' : '') };
    editor.insertData(data as never);
    expect(leftOut).toEqual(['ctated words', '', 'a paste']);
  });

  it('a paste is cut through no emoji of several parts', () => {
    expect(fitText('ab👩‍👩‍👧‍👦', 5)).toEqual({ text: 'ab', cut: true });
  });

  it.each([
    ['an emoji of seven parts', '👩‍👩‍👧‍👦'],
    ['a flag', '🇩🇪'],
    ['a letter with its accent', 'e\u0301'],
    ['a hand of a colour', '👍🏽'],
    ['a syllable of three letters', '\u1112\u1161\u11ab'],
  ])('[SHOP-D4] %s enters whole or not at all', (_what, sign) => {
    const { length } = [...sign];
    for (let room = 0; room < length; room += 1) {
      expect(fitText(sign, room)).toEqual({ text: '', cut: true });
      expect(firstWholeSigns(`ab${sign}`, room + 2)).toBe('ab');
      const { editor, refusals } = editorWith('a'.repeat(TEXT_MAX_CHARACTERS - room));
      editor.insertText(sign);
      expect([textOf(editor).replaceAll('a', ''), refusals()]).toEqual(['', 1]);
      const pasted = fitBlocks(reducePlainText(`b${sign}c`), room + 1);
      expect([plainText(pasted.blocks), pasted.cut]).toEqual(['b', true]);
    }
    expect(fitText(sign, length)).toEqual({ text: sign, cut: false });
    expect(firstWholeSigns(`${sign}${sign}`, length)).toBe(sign);
    const { editor } = editorWith('a'.repeat(TEXT_MAX_CHARACTERS - length));
    editor.insertText(sign);
    expect(textOf(editor).endsWith(`a${sign}`)).toBe(true);
  });

  it('[POST-04] typing is blocked at 500, the 500th character is not', () => {
    const { editor, refusals } = editorWith('a'.repeat(TEXT_MAX_CHARACTERS - 1));
    editor.insertText('b');
    expect([lengthOf(editor), refusals()]).toEqual([TEXT_MAX_CHARACTERS, 0]);
    editor.insertText('c');
    expect([lengthOf(editor), refusals()]).toEqual([TEXT_MAX_CHARACTERS, 1]);
    expect(textOf(editor).endsWith('b')).toBe(true);
  });

  it('[POST-04] an input method that gives several characters at once gets what fits', () => {
    const { editor, refusals } = editorWith('a'.repeat(TEXT_MAX_CHARACTERS - 2));
    editor.insertText('日本語');
    expect([textOf(editor).slice(-2), lengthOf(editor), refusals()]).toEqual(['日本', TEXT_MAX_CHARACTERS, 1]);
  });

  it('[POST-04] no character is torn in two', () => {
    const { editor } = editorWith('a'.repeat(TEXT_MAX_CHARACTERS - 1));
    editor.insertText('🙂🙂');
    expect(textOf(editor).isWellFormed()).toBe(true);
    expect(textOf(editor).endsWith('a🙂')).toBe(true);
  });

  it('[POST-03] [POST-04] a line break needs room for two', () => {
    const { editor, refusals } = editorWith('a'.repeat(TEXT_MAX_CHARACTERS - 1));
    editor.insertBreak();
    expect([editor.children.length, refusals()]).toEqual([1, 1]);
    editor.deleteBackward('character');
    editor.insertBreak();
    expect([editor.children.length, lengthOf(editor)]).toEqual([2, TEXT_MAX_CHARACTERS]);
  });

  it('[POST-04] what is selected makes room', () => {
    const { editor, refusals } = editorWith('a'.repeat(TEXT_MAX_CHARACTERS));
    Transforms.select(editor, { anchor: { path: [0, 0], offset: 0 }, focus: { path: [0, 0], offset: 3 } });
    Transforms.delete(editor);
    editor.insertText('xyz');
    expect([lengthOf(editor), refusals()]).toEqual([TEXT_MAX_CHARACTERS, 0]);
  });

  it('[POST-04] a paste is cut so that it just fits, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '\n', '🙂', ' ') }),
        fc.integer({ min: 0, max: 40 }),
        (text, room) => {
          const whole = reducePlainText(text);
          const { blocks, cut } = fitBlocks(whole, room);
          expect(blocks.length === 0 ? 0 : richTextLength(blocks)).toBeLessThanOrEqual(room);
          expect(plainText(whole).startsWith(plainText(blocks))).toBe(true);
          expect(cut).toBe(richTextLength(whole) > room);
        },
      ),
      { seed: 11, numRuns: 300 },
    );
  });

  it('[POST-04] complains at most once in three seconds', () => {
    let now = 0;
    const said: number[] = [];
    const complain = throttle(
      () => said.push(now),
      3_000,
      () => now,
    );
    for (now = 0; now <= 7_000; now += 500) complain();
    expect(said).toEqual([0, 3_000, 6_000]);
  });

  it('[POST-04] what was typed ahead goes on where the draft ends, and keeps its limit', () => {
    const draft: RichText = [
      { type: 'paragraph', children: [{ text: 'Desk', bold: true }] },
      { type: 'bulleted-item', children: [{ text: '' }] },
    ];
    expect(appendTyped(draft, 'oak\n\nold')).toEqual([
      draft[0],
      { type: 'bulleted-item', children: [{ text: 'oak' }] },
      { type: 'paragraph', children: [{ text: '' }] },
      { type: 'paragraph', children: [{ text: 'old' }] },
    ]);
    expect(appendTyped(draft, '')).toBe(draft);
    const typed = appendTyped(reducePlainText('a'.repeat(TEXT_MAX_CHARACTERS - 1)), 'bc');
    const fit = fitBlocks(typed, TEXT_MAX_CHARACTERS);
    expect([richTextLength(fit.blocks), fit.cut]).toEqual([TEXT_MAX_CHARACTERS, true]);
  });
});

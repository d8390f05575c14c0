import { Editor, Range, Transforms } from 'slate';
import { LINE_BREAK_CHARACTERS, TEXT_MAX_CHARACTERS } from '#domain/post/limits.ts';
import { richTextLength } from '#domain/post/normalise.ts';
import { carriesText } from '../../kit/picture/carriesText.ts';
import { fitText } from '../../writing/face.ts';
import { fitBlocks, reduceHtml, reducePlainText } from './reducePaste.ts';

/** Characters that still fit, counting the selected ones as removed. */
export function roomIn(editor: Editor): number {
  const { selection } = editor;
  const selected =
    selection === null || Range.isCollapsed(selection)
      ? 0
      : richTextLength(Editor.fragment(editor, selection) as never);
  return TEXT_MAX_CHARACTERS - richTextLength(editor.children as never) + selected;
}

/**
 * Keeps a text at its limit on every way in: typing, input methods, Enter, paste and drop (POST-04, D10).
 *
 * @param onFull something did not fit. Its parameter: the words that were left out, if there are any
 */
export function withLimit<E extends Editor>(editor: E, onFull: (left: string) => void): E {
  const { apply, insertBreak } = editor;

  // Every input passes `apply`, that of input methods too: text beyond the limit is cut from the operation.
  editor.apply = (operation) => {
    if (operation.type !== 'insert_text') return apply(operation);
    const fit = fitText(operation.text, TEXT_MAX_CHARACTERS - richTextLength(editor.children as never));
    if (fit.cut) onFull(operation.text.slice(fit.text.length));
    if (fit.text !== '') apply({ ...operation, text: fit.text });
  };

  editor.insertBreak = () => {
    if (roomIn(editor) < LINE_BREAK_CHARACTERS) return onFull('');
    insertBreak();
  };
  editor.insertSoftBreak = () => editor.insertBreak();

  editor.insertData = (data) => {
    // A picture alone goes to the composer (`onPaste` of the dialog), not into the text.
    if (data.files.length > 0 && !carriesText(data)) return;
    const html = data.getData('text/html');
    const plain = data.getData('text/plain');
    // Slate's own form is not looked at: another site may put anything there, and a copy of ours is HTML (`withCopies`).
    if (html === '' && plain === '') return;
    const { blocks, cut, left } = fitBlocks(html === '' ? reducePlainText(plain) : reduceHtml(html), roomIn(editor));
    if (cut) onFull(left);
    if (blocks.length > 0) Transforms.insertFragment(editor, blocks);
  };
  return editor;
}

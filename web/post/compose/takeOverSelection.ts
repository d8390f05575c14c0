import { type Editor, Range, Transforms } from 'slate';
import { ReactEditor } from 'slate-react';

/**
 * Gives the editor what is selected in the page. It hears of a selection up to 100 ms later, on a slow phone more: a cut
 * or a format that is asked for sooner would be done to what was selected before.
 */
export function takeOverSelection(editor: Editor): void {
  const selected = getSelection();
  if (selected === null || selected.rangeCount === 0 || ReactEditor.isComposing(editor)) return;
  const { anchorNode, focusNode } = selected;
  const field = ReactEditor.toDOMNode(editor, editor);
  if (!field.contains(anchorNode) || !field.contains(focusNode)) return;
  const range = ReactEditor.toSlateRange(editor, selected, { exactMatch: false, suppressThrow: true });
  if (range === null || (editor.selection !== null && Range.equals(range, editor.selection))) return;
  Transforms.select(editor, range);
}

import { Editor, Element, Node, type Path, Range, Transforms } from 'slate';
import type { RichTextBlock } from '#domain/post/richText.ts';

/** Marks and lists of a text (D10). */
export type Mark = 'bold' | 'italic';
export type List = Exclude<RichTextBlock['type'], 'paragraph'>;

export function hasMark(editor: Editor, mark: Mark): boolean {
  return Editor.marks(editor)?.[mark] === true;
}

export function toggleMark(editor: Editor, mark: Mark): void {
  if (hasMark(editor, mark)) Editor.removeMark(editor, mark);
  else Editor.addMark(editor, mark, true);
}

/** Whether the selection is in a list of this kind. */
export function isInList(editor: Editor, list: List): boolean {
  if (editor.selection === null) return false;
  const [match] = Editor.nodes(editor, { match: (node) => Element.isElement(node) && node.type === list });
  return match !== undefined;
}

/** Makes the selected lines items of a list, or paragraphs again. */
export function toggleList(editor: Editor, list: List): void {
  const type = isInList(editor, list) ? 'paragraph' : list;
  Transforms.setNodes(editor, { type }, { match: (node) => Element.isElement(node) });
}

/** Enter in an empty item and Backspace at an item's start end the list. */
export function withLists<E extends Editor>(editor: E): E {
  const { insertBreak, deleteBackward } = editor;

  editor.insertBreak = () => {
    const item = currentItem(editor);
    if (item !== null && Node.string(item[0]) === '') endList(editor, item[1]);
    else insertBreak();
  };
  editor.deleteBackward = (unit) => {
    const { selection } = editor;
    const item = currentItem(editor);
    const atStart =
      item !== null &&
      selection !== null &&
      Range.isCollapsed(selection) &&
      Editor.isStart(editor, selection.anchor, item[1]);
    if (atStart) endList(editor, item[1]);
    else deleteBackward(unit);
  };
  return editor;
}

function currentItem(editor: Editor): [Element, Path] | null {
  const [match] = Editor.nodes(editor, { match: (node) => Element.isElement(node) && node.type !== 'paragraph' });
  return match === undefined ? null : (match as [Element, Path]);
}

function endList(editor: Editor, at: Path): void {
  Transforms.setNodes(editor, { type: 'paragraph' }, { at });
}

import { type ReactNode, type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { createEditor, Editor } from 'slate';
import { withHistory } from 'slate-history';
import { Editable, ReactEditor, type RenderElementProps, type RenderLeafProps, Slate, withReact } from 'slate-react';
import { TEXT_MAX_CHARACTERS } from '#domain/post/limits.ts';
import type { RichText } from '#domain/post/richText.ts';
import { cx } from '../../kit/cx.ts';
import { appendTyped } from './appendTyped.ts';
import styles from './Editor.module.css';
import { toggleMark, withLists } from './formatting.ts';
import { fitBlocks } from './reducePaste.ts';
import { Toolbar } from './Toolbar.tsx';
import { takeOverSelection } from './takeOverSelection.ts';
import type { TypedAhead } from './typeAhead.ts';
import { withCopies } from './withCopies.ts';
import { roomIn, withLimit } from './withLimit.ts';

/** Text input that the browser would put into the page by itself before we see it. */
const TYPED = ['insertText', 'insertLineBreak', 'insertParagraph'];

/**
 * The editor of a post or comment: bold, italic, lists, at most 500 characters (POST-02 to POST-04). It is not
 * controlled: `initial` and the text typed ahead are read once.
 */
export default function RichEditor(props: {
  readonly initial: RichText;
  /** Words that follow `initial`; emptied when they are taken over. */
  readonly typed: RefObject<TypedAhead>;
  readonly label: string;
  readonly placeholder: string;
  readonly compact?: boolean;
  readonly autoFocus?: boolean;
  readonly onChange: (text: RichText) => void;
  /** Something did not fit. @param left the words that were left out, if there are any */
  readonly onFull: (left: string) => void;
  /** Lays out the text and its buttons. */
  readonly frame: (text: ReactNode, toolbar: ReactNode) => ReactNode;
}) {
  const { onFull, onChange, autoFocus, typed } = props;
  const editor = useMemo(
    () => withCopies(withLists(withLimit(withHistory(withReact(createEditor())), onFull))),
    [onFull],
  );
  // An input method that typed past the limit leaves its surplus in the page; drawing anew takes it away.
  const [drawing, setDrawing] = useState(0);

  const [start] = useState(() => fitBlocks(appendTyped(props.initial, typed.current.text), TEXT_MAX_CHARACTERS));

  // Before the first paint, so that the next key reaches this field, with the caret at the end.
  useLayoutEffect(() => {
    const { text, focused } = typed.current;
    typed.current = { text: '', focused: false };
    if (text !== '' || start.cut) onChange(start.blocks);
    if (start.cut) onFull(start.left);
    if (!autoFocus && !focused) return;
    const end = Editor.end(editor, []);
    editor.selection = { anchor: end, focus: end };
    ReactEditor.focus(editor);
  }, [editor, autoFocus, typed, start, onChange, onFull]);

  const takeOver = () => takeOverSelection(editor);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey)) return;
    takeOver();
    const key = event.key.toLowerCase();
    // The composer sends it; here it must not break the line.
    if (key === 'enter') event.preventDefault();
    else if (key === 'b' || key === 'i') {
      event.preventDefault();
      toggleMark(editor, key === 'b' ? 'bold' : 'italic');
    }
  };
  const onBeforeInput = (event: InputEvent) => {
    if (!TYPED.includes(event.inputType) || roomIn(editor) > 0) return;
    event.preventDefault();
    onFull('');
  };
  const onCompositionEnd = () => {
    if (roomIn(editor) > 0) return;
    setTimeout(() => {
      setDrawing((count) => count + 1);
      requestAnimationFrame(() => ReactEditor.focus(editor));
    });
  };

  return (
    <Slate editor={editor} initialValue={[...start.blocks]} onValueChange={(value) => onChange(value as RichText)}>
      {props.frame(
        <Editable
          key={drawing}
          className={cx(styles.editor, props.compact && styles.compact)}
          role="textbox"
          aria-multiline
          aria-label={props.label}
          placeholder={props.placeholder}
          spellCheck
          disableDefaultStyles
          renderElement={useCallback((element: RenderElementProps) => <Block {...element} />, [])}
          renderLeaf={useCallback((leaf: RenderLeafProps) => <Leaf {...leaf} />, [])}
          renderPlaceholder={({ attributes, children }) => (
            <span {...attributes} style={{ ...attributes.style, opacity: 1 }} className={styles.placeholder}>
              {children}
            </span>
          )}
          onKeyDown={onKeyDown}
          onCopy={takeOver}
          onCut={takeOver}
          onPaste={takeOver}
          onDOMBeforeInput={onBeforeInput}
          onCompositionEnd={onCompositionEnd}
        />,
        <Toolbar />,
      )}
    </Slate>
  );
}

function Block({ attributes, element, children }: RenderElementProps) {
  if (element.type === 'paragraph') {
    return (
      <div {...attributes} dir="auto">
        {children}
      </div>
    );
  }
  return (
    <div {...attributes} dir="auto" className={cx(styles.item, styles[element.type])}>
      {children}
    </div>
  );
}

function Leaf({ attributes, leaf, children }: RenderLeafProps) {
  let drawn = children;
  if (leaf.bold) drawn = <strong>{drawn}</strong>;
  if (leaf.italic) drawn = <em>{drawn}</em>;
  return <span {...attributes}>{drawn}</span>;
}

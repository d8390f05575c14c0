import { useCallback, useEffect, useMemo, useState } from 'react';
import { createEditor, Editor, Transforms } from 'slate';
import { withHistory } from 'slate-history';
import { Editable, ReactEditor, type RenderElementProps, type RenderLeafProps, Slate, withReact } from 'slate-react';
import type { RichText } from '#domain/post/richText.ts';
import { cx } from '../../ui/cx.ts';
import styles from './Editor.module.css';
import { toggleMark, withLists } from './formatting.ts';
import { Toolbar } from './Toolbar.tsx';
import { roomIn, withLimit } from './withLimit.ts';

/** Text input that the browser would put into the page by itself before we see it. */
const TYPED = ['insertText', 'insertLineBreak', 'insertParagraph'];

/**
 * The text of a post or comment while it is written: bold, italic, lists, at most 500 characters (POST-02 to POST-04).
 * It is not controlled: `initial` is read once.
 */
export default function RichEditor(props: {
  readonly initial: RichText;
  readonly label: string;
  readonly placeholder: string;
  readonly compact?: boolean;
  readonly autoFocus?: boolean;
  readonly onChange: (text: RichText) => void;
  /** Something did not fit. */
  readonly onFull: () => void;
  readonly onSubmit: () => void;
  /** Where the buttons go. */
  readonly tools: (toolbar: React.ReactNode) => React.ReactNode;
}) {
  const { onFull, onSubmit, autoFocus } = props;
  const editor = useMemo(() => withLists(withLimit(withHistory(withReact(createEditor())), onFull)), [onFull]);
  // An input method that typed past the limit leaves its surplus in the page; drawing anew takes it away.
  const [drawing, setDrawing] = useState(0);

  useEffect(() => {
    if (!autoFocus) return;
    ReactEditor.focus(editor);
    Transforms.select(editor, Editor.end(editor, []));
  }, [editor, autoFocus]);

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key === 'enter') {
      event.preventDefault();
      onSubmit();
    } else if (key === 'b' || key === 'i') {
      event.preventDefault();
      toggleMark(editor, key === 'b' ? 'bold' : 'italic');
    }
  };
  const onBeforeInput = (event: InputEvent) => {
    if (!TYPED.includes(event.inputType) || roomIn(editor) > 0) return;
    event.preventDefault();
    onFull();
  };
  const onCompositionEnd = () => {
    if (roomIn(editor) > 0) return;
    setTimeout(() => {
      setDrawing((count) => count + 1);
      requestAnimationFrame(() => ReactEditor.focus(editor));
    });
  };

  return (
    <Slate
      editor={editor}
      initialValue={[...props.initial]}
      onValueChange={(value) => props.onChange(value as RichText)}
    >
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
        onDOMBeforeInput={onBeforeInput}
        onCompositionEnd={onCompositionEnd}
      />
      {props.tools(<Toolbar />)}
    </Slate>
  );
}

function Block({ attributes, element, children }: RenderElementProps) {
  if (element.type === 'paragraph') return <div {...attributes}>{children}</div>;
  return (
    <div {...attributes} className={cx(styles.item, styles[element.type])}>
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

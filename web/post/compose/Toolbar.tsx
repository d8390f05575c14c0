import { Bold, Italic, List, ListOrdered } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSlate } from 'slate-react';
import { IconButton } from '../../kit/IconButton.tsx';
import styles from './Editor.module.css';
import { hasMark, isInList, toggleList, toggleMark } from './formatting.ts';
import { takeOverSelection } from './takeOverSelection.ts';

/** Bold, italic and the two kinds of lists; pressing one leaves the caret where it is. */
export function Toolbar() {
  const editor = useSlate();
  const change = (act: () => void) => () => {
    takeOverSelection(editor);
    act();
  };
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Formatting">
      <Tool label="Bold" active={hasMark(editor, 'bold')} onPress={change(() => toggleMark(editor, 'bold'))}>
        <Bold size={18} aria-hidden />
      </Tool>
      <Tool label="Italic" active={hasMark(editor, 'italic')} onPress={change(() => toggleMark(editor, 'italic'))}>
        <Italic size={18} aria-hidden />
      </Tool>
      <Tool
        label="Bulleted list"
        active={isInList(editor, 'bulleted-item')}
        onPress={change(() => toggleList(editor, 'bulleted-item'))}
      >
        <List size={18} aria-hidden />
      </Tool>
      <Tool
        label="Numbered list"
        active={isInList(editor, 'numbered-item')}
        onPress={change(() => toggleList(editor, 'numbered-item'))}
      >
        <ListOrdered size={18} aria-hidden />
      </Tool>
    </div>
  );
}

function Tool(props: {
  readonly label: string;
  readonly active: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}) {
  return (
    <IconButton
      label={props.label}
      aria-pressed={props.active}
      onMouseDown={(event) => event.preventDefault()}
      onClick={props.onPress}
    >
      {props.children}
    </IconButton>
  );
}

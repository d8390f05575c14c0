import { type RefObject, useLayoutEffect, useRef } from 'react';
import { cx } from '../../kit/cx.ts';
import styles from './Editor.module.css';
import { type TypedAhead, takeTypedAhead } from './typeAhead.ts';

/**
 * A field that looks like the editor, shown while the editor's code or the draft loads. The editor takes over its text,
 * and is the one that cuts it: a field with a limit of its own would do so in silence.
 */
export function TypeAheadField(props: {
  readonly typed: RefObject<TypedAhead>;
  readonly label: string;
  readonly placeholder: string;
  readonly compact?: boolean;
  readonly autoFocus?: boolean;
  /** The words that wait here, until the editor takes them over. */
  readonly onWaiting: (words: string) => void;
  /** The keys that send were pressed on the way here. */
  readonly onSend: () => void;
}) {
  const { typed, autoFocus, onWaiting } = props;
  const onSend = useRef(props.onSend);
  const field = useRef<HTMLTextAreaElement>(null);

  // Before the first paint, so that no key is lost between the previous field and this one, or this one and the editor.
  useLayoutEffect(() => {
    const here = field.current;
    if (here === null) return;
    const ahead = takeTypedAhead();
    typed.current.text += ahead?.text ?? '';
    if (ahead?.sends === true) onSend.current();
    here.value = typed.current.text;
    if (autoFocus || typed.current.focused) here.focus({ preventScroll: true });
    here.setSelectionRange(here.value.length, here.value.length);
    const held = typed.current;
    onWaiting(held.text);
    return () => {
      held.focused = document.activeElement === here;
    };
  }, [typed, autoFocus, onWaiting]);

  return (
    <textarea
      ref={field}
      dir="auto"
      className={cx(styles.editor, styles.ahead, props.compact && styles.compact)}
      aria-label={props.label}
      placeholder={props.placeholder}
      onChange={(event) => {
        typed.current.text = event.target.value;
        onWaiting(event.target.value);
      }}
    />
  );
}

import type { ReactNode } from 'react';
import styles from './ActionButton.module.css';

/**
 * An action on a card, with the number of people who did it. The number is beside the button, not in its name; a press
 * on it counts as a press on the button.
 */
export function ActionButton(props: {
  readonly icon: ReactNode;
  readonly label: string;
  /** Meaning of the number, in words. */
  readonly hint: string;
  readonly count: number;
  readonly pressed?: boolean;
  readonly onPress: () => void;
}) {
  return (
    <span className={styles.action} data-pressed={props.pressed}>
      <button
        type="button"
        className={styles.button}
        aria-pressed={props.pressed}
        title={props.hint}
        onClick={props.onPress}
      >
        {props.icon}
        {props.label}
      </button>
      {props.count > 0 && (
        <span className={styles.count} aria-hidden>
          {props.count}
        </span>
      )}
    </span>
  );
}

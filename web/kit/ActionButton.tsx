import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './ActionButton.module.css';
import { cx } from './cx.ts';

/**
 * An action on a card, with the number of people who did it. The number is beside the button, not in its name. A press on
 * it counts as a press on the button, unless it leads to the list of those people.
 */
export function ActionButton(props: {
  readonly icon: ReactNode;
  readonly label: string;
  /** Meaning of the number, in words. */
  readonly hint: string;
  readonly count: number;
  /** The list of the people who are counted. */
  readonly list?: { readonly to: string; readonly label: string };
  readonly pressed?: boolean;
  /** Whether its icon stands alone on a phone; left out: its word stays. */
  readonly folds?: boolean;
  /** Key that presses it on the card that has the focus (`web/kit/navigation/articles.ts`). */
  readonly shortcut?: string;
  readonly onPress: () => void;
}) {
  return (
    <span className={styles.action} data-pressed={props.pressed}>
      <button
        type="button"
        className={styles.button}
        aria-pressed={props.pressed}
        title={props.hint}
        data-shortcut={props.shortcut}
        onClick={props.onPress}
      >
        {props.icon}
        <span className={cx(props.folds === true && styles.folds)}>{props.label}</span>
      </button>
      {props.count > 0 && props.list !== undefined && (
        <Link to={props.list.to} className={styles.list} aria-label={props.list.label} title={props.list.label}>
          {props.count}
        </Link>
      )}
      {props.count > 0 && props.list === undefined && <span aria-hidden>{props.count}</span>}
    </span>
  );
}

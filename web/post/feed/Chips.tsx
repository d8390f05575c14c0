import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { busyChips } from './busyChips.ts';
import styles from './Chips.module.css';
import { type Chip, type Chosen, toggled } from './chips.ts';

/** Where a chip leads. */
export interface ChipLink {
  readonly to: string;
  /** It is another state of the present page. */
  readonly replace?: boolean;
  readonly onClick?: () => void;
}

/** A row of filters that one press sets: links, since their state stands in the address. */
export function Chips<Filters extends Chosen>(props: {
  readonly chosen: Filters;
  /** Where the filters lead that a press leaves. */
  readonly linkOf: (next: Filters) => ChipLink;
  /** Before them, in the same row. */
  readonly children?: ReactNode;
}) {
  const { chosen, linkOf } = props;
  const isOn = ({ filter, value }: Chip) => chosen[filter] === value;
  return (
    <div className={styles.row}>
      {props.children}
      <nav className={styles.chips} aria-label="Quick filters">
        {busyChips().map((chip) => (
          <Link
            key={chip.label}
            className={styles.chip}
            aria-current={isOn(chip) || undefined}
            {...linkOf(toggled(chosen, chip))}
          >
            {chip.label}
          </Link>
        ))}
      </nav>
    </div>
  );
}

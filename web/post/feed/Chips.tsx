import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
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

/** Pixels that stay free beside a chip that is brought into sight, as `scroll-padding-inline` of the row. */
const ROOM_PX = 16;

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
  const row = useRef<HTMLDivElement>(null);
  useChosenInSight(row, chosen);
  return (
    <div ref={row} className={styles.row}>
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

/** Scrolls the row, never the page, to a chip that is set: on a phone it may stand beyond the edge. */
function useChosenInSight(row: RefObject<HTMLElement | null>, { category, price }: Chosen): void {
  useLayoutEffect(() => {
    if (row.current === null || (category === undefined && price === undefined)) return;
    const frame = row.current.getBoundingClientRect();
    for (const chip of row.current.querySelectorAll('[aria-current]')) {
      const place = chip.getBoundingClientRect();
      const before = place.left - ROOM_PX - frame.left;
      const after = place.right + ROOM_PX - frame.right;
      const by = before < 0 ? before : Math.max(0, after);
      if (by !== 0) row.current.scrollBy({ left: by, behavior: 'instant' });
    }
  }, [row, category, price]);
}

import { type ReactNode, useLayoutEffect, useRef } from 'react';
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
  // The row scrolls, never the page, to the chip that is set: on a phone it may stand beyond the edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they say which chip is set
  useLayoutEffect(() => {
    const frame = row.current;
    const chip = frame?.querySelector<HTMLElement>('[aria-current]');
    if (!frame || !chip) return;
    const { offsetLeft, offsetWidth } = chip;
    const last = offsetLeft + offsetWidth + ROOM_PX - frame.clientWidth;
    frame.scrollLeft = Math.min(offsetLeft - ROOM_PX, Math.max(last, frame.scrollLeft));
  }, [chosen.category, chosen.price]);
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

import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { reveal } from '#domain/kernel/personal.ts';
import styles from './MessageLog.module.css';
import type { Row } from './rows.ts';

/** CSS pixels above and below the pane within which messages are drawn. */
const NEAR_PX = 2_000;

/** A stretch that was let go. */
interface Far {
  /** CSS pixels that it took. */
  readonly height: number;
  /** It had so many rows: with another number it is drawn again, and measured. */
  readonly count: number;
}

/**
 * Some rows of a conversation. Far from the eye only their words stay, in the room that the rows took: so a long
 * conversation is as quick as a short one, nothing moves, and the browser's search still finds them.
 */
export function LogStretch(props: {
  readonly pane: RefObject<HTMLElement | null>;
  readonly rows: readonly Row[];
  /** Drawn wherever the reader is. */
  readonly isHeld: boolean;
  /** Its new rows are read out; of all others it is the reader who comes to them. */
  readonly isNewest: boolean;
  readonly draw: (row: Row) => ReactNode;
}) {
  const { pane, rows, isHeld, isNewest, draw } = props;
  const place = useRef<HTMLDivElement>(null);
  const [far, setFar] = useState<Far | null>(null);
  const count = rows.length;

  useEffect(() => {
    const { current } = place;
    if (current === null) return;
    // When it is held no more, it is in sight or not anew.
    if (isHeld) return setFar(null);
    const look = (entries: readonly IntersectionObserverEntry[]) => {
      const entry = entries.at(-1);
      if (entry === undefined) return;
      if (entry.isIntersecting) setFar(null);
      else if (!isInUse(current)) setFar({ height: entry.boundingClientRect.height, count });
    };
    const observer = new IntersectionObserver(look, { root: pane.current, rootMargin: `${NEAR_PX}px 0px` });
    observer.observe(current);
    return () => observer.disconnect();
  }, [pane, isHeld, count]);

  const isFar = far !== null && far.count === count && !isHeld;
  return (
    <div
      ref={place}
      className={isFar ? styles.far : styles.stretch}
      style={isFar ? { height: far.height } : undefined}
      aria-live={isNewest ? undefined : 'off'}
    >
      {isFar ? wordsOf(rows) : rows.map(draw)}
    </div>
  );
}

/** Whether a reader has a hand on it: the focus, an open menu, marked text, a video that runs. */
function isInUse(element: HTMLElement): boolean {
  if (element.contains(document.activeElement)) return true;
  if (element.querySelector('[aria-expanded="true"]') !== null) return true;
  const selection = getSelection();
  if (selection !== null && !selection.isCollapsed && selection.containsNode(element, true)) return true;
  return [...element.querySelectorAll('video')].some(({ paused }) => !paused);
}

/** The words of rows, a line each. */
function wordsOf(rows: readonly Row[]): string {
  return rows.flatMap((row) => (row.kind === 'message' ? (reveal(row.message.text) ?? []) : [])).join('\n');
}

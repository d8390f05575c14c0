import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';

/** CSS pixels from the lower end at which a reader counts as being there. */
const AT_END_PX = 4;

/** CSS pixels of a pane below the part that is shown. A pane that begins at its lower end counts from there. */
export function belowPx({ scrollTop }: Pick<HTMLElement, 'scrollTop'>): number {
  return Math.max(0, -scrollTop);
}

/** Whether the newest message is in sight. */
export function isAtEnd(pane: Pick<HTMLElement, 'scrollTop'>): boolean {
  return belowPx(pane) <= AT_END_PX;
}

interface Anchor {
  readonly element: Element;
  /** CSS pixels from the pane's upper edge. */
  readonly top: number;
}

/** The first message that is in sight. */
function anchorIn(pane: HTMLElement): Anchor | null {
  const { top } = pane.getBoundingClientRect();
  for (const element of pane.querySelectorAll('[data-message]')) {
    const edges = element.getBoundingClientRect();
    if (edges.bottom > top) return { element, top: edges.top - top };
  }
  return null;
}

/**
 * Keeps what is under the eye where it is while messages come, go or grow (a picture, a line that breaks anew). The pane
 * (`flex-direction: column-reverse`) holds its lower end by itself: a reader who is there stays there.
 *
 * @returns notes the reader's place: to be called when the pane was scrolled
 */
export function useAnchor(pane: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>): () => void {
  const anchor = useRef<Anchor | null>(null);
  const note = useCallback(() => {
    anchor.current = pane.current === null || isAtEnd(pane.current) ? null : anchorIn(pane.current);
  }, [pane]);
  const hold = useCallback(() => {
    const { current } = pane;
    if (current === null) return;
    const before = anchor.current;
    if (before?.element.isConnected === true) {
      const moved = before.element.getBoundingClientRect().top - current.getBoundingClientRect().top - before.top;
      if (Math.abs(moved) >= 1) current.scrollTop += moved;
    }
    note();
  }, [pane, note]);
  useLayoutEffect(hold);
  useEffect(() => {
    const observer = new ResizeObserver(hold);
    for (const each of [pane.current, content.current]) if (each !== null) observer.observe(each);
    return () => observer.disconnect();
  }, [pane, content, hold]);
  return note;
}

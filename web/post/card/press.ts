import type { MouseEvent } from 'react';

/** A press on something that acts by itself is not a press on the card. */
export function isOnControl(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest('a, button, [role="menu"]') !== null;
}

import { bringIntoSight } from './bringIntoSight.ts';

/** Events by which a person scrolls elsewhere. */
const OWN_HANDS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to an element and keeps it in view while the list around it grows, until the person scrolls.
 *
 * @param list the growing list
 * @returns ends it
 */
export function keepInView(element: Element, list: Element): () => void {
  const show = () => bringIntoSight(element, 'center');
  const observer = new ResizeObserver(show);
  const stop = () => {
    observer.disconnect();
    for (const type of OWN_HANDS) removeEventListener(type, stop);
  };
  show();
  observer.observe(list);
  for (const type of OWN_HANDS) addEventListener(type, stop, { passive: true });
  return stop;
}

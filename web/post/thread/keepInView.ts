import { bringIntoSight } from './bringIntoSight.ts';

/** What a person does to look at something else. */
const OWN_HANDS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to an element and stays there while the list around it still grows, until the person looks elsewhere.
 *
 * @param list what grows
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

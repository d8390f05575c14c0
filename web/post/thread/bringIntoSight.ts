import { leavePlace } from '../../kit/navigation/useKeepScroll.ts';

/** Frames in which the elements on the way are laid out: their heights are unknown before. */
const FRAMES = 3;

/** Scrolls to an element of a long thread, whose far comments have estimated heights until they are near. */
export function bringIntoSight(element: Element | null, block: 'center' | 'end'): void {
  if (element === null) return;
  leavePlace();
  let left = FRAMES;
  const scroll = () => {
    element.scrollIntoView({ block });
    left -= 1;
    if (left > 0) requestAnimationFrame(scroll);
  };
  scroll();
}

/** Pixels by which the visible part has to shrink to count as covered: the browser's own bars appear and disappear. */
const KEYBOARD_MIN_PX = 80;
/** From this scale on the person has zoomed in: a smaller part is intended. */
const ZOOMED_SCALE = 1.05;

const PROPERTIES = ['--visible-top', '--visible-height', '--keyboard-height'] as const;

/**
 * Sets on `<html>` the part of the window that the on-screen keyboard leaves visible, in pixels of the layout; without
 * a keyboard the properties are absent. Browsers that shrink the page itself (`interactive-widget` in index.html) need
 * nothing; Safari does not.
 */
export function followVisibleArea(): void {
  const { visualViewport } = window;
  if (visualViewport === null) return;
  const { style } = document.documentElement;
  const apply = () => {
    const { offsetTop, height, scale } = visualViewport;
    const covered = window.innerHeight - height;
    if (scale > ZOOMED_SCALE || covered < KEYBOARD_MIN_PX) {
      for (const property of PROPERTIES) style.removeProperty(property);
      return;
    }
    style.setProperty('--visible-top', `${offsetTop}px`);
    style.setProperty('--visible-height', `${height}px`);
    style.setProperty('--keyboard-height', `${Math.max(0, covered - offsetTop)}px`);
  };
  visualViewport.addEventListener('resize', apply);
  visualViewport.addEventListener('scroll', apply);
  apply();
}

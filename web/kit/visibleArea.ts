/** Pixels by which the visible part has to be smaller before it counts as covered: bars of the browser come and go. */
const KEYBOARD_MIN_PX = 80;
/** From here on the person has zoomed in: a smaller part is what they wanted. */
const ZOOMED_SCALE = 1.05;

const PROPERTIES = ['--visible-top', '--visible-height', '--keyboard-height'] as const;

/**
 * Keeps on `<html>` which part of the window the on-screen keyboard leaves visible, in pixels of the layout; without a
 * keyboard the properties are absent. Where the browser makes the page itself smaller (`interactive-widget` in
 * index.html) there is nothing to keep; Safari does not.
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

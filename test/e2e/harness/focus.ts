import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';

/** Frames after which a closed, sent or deleted element must have passed on the focus. */
const FRAMES = 20;
/** Characters of a name that a message repeats. */
const NAME_MAX_CHARACTERS = 60;

/** The focused element once the page is at rest: "button Comment", "nothing" when it is the body. */
function focusAtRest(page: Page): Promise<string> {
  return page.evaluate(
    async ({ frames, max }) => {
      for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame);
      const element = document.activeElement;
      if (element === null || element === document.body) return 'nothing';
      const labelled = document.getElementById(element.getAttribute('aria-labelledby') ?? '');
      const name = element.getAttribute('aria-label') ?? (labelled ?? element).textContent ?? '';
      const kind = element.id === 'main' ? 'main' : (element.getAttribute('role') ?? element.tagName.toLowerCase());
      return kind === 'main' ? kind : `${kind} ${name.trim().slice(0, max)}`;
    },
    { frames: FRAMES, max: NAME_MAX_CHARACTERS },
  );
}

/** Fails when the focus is anywhere else. */
export async function expectFocus(page: Page, after: string, wanted: string | RegExp): Promise<void> {
  const focus = await focusAtRest(page);
  expect({ after, focus }).toEqual({
    after,
    focus: typeof wanted === 'string' ? wanted : expect.stringMatching(wanted),
  });
}

import type { Locator } from 'playwright-core';

/**
 * Presses one control, and another one (or sends the form of a field) right after it: before the browser does anything
 * else, as on a machine that is too busy to draw. The second press finds what the first one has led to.
 */
export async function pressBoth(first: Locator, second: Locator): Promise<void> {
  const next = await second.elementHandle();
  await first.evaluate(async (pressed: HTMLElement, then) => {
    pressed.click();
    // React draws in a microtask; what it put off would come in a task.
    await Promise.resolve();
    if (then instanceof HTMLInputElement) then.form?.requestSubmit();
    else (then as HTMLElement | null)?.click();
  }, next);
}

/** Has a control pressed in the moment in which the page's next step back or forward is under way. */
export async function pressDuringStep(control: Locator): Promise<void> {
  await control.evaluate((pressed: HTMLElement) => {
    const go = history.go.bind(history);
    history.go = (delta) => {
      history.go = go;
      go(delta);
      pressed.click();
    };
  });
}

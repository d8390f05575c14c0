import type { Page } from 'playwright-core';

/** Presses of Tab after which a page counts as one that never ends. */
const MAX_STEPS = 150;
/** Walks around one page at most, if controls come while it is walked. */
const MAX_WALKS = 3;
/** Characters of a control's name that a message repeats. */
const NAME_MAX_CHARACTERS = 40;
/** Levels above the focused element at which its ring may be drawn: a card, the frame of a field. */
const RING_LEVELS = 4;

/** A walk over a page by Tab alone. */
export interface TabRound {
  /** Names of the controls in the order of their focus. */
  readonly stops: readonly string[];
  /** Obstacles for a person without a pointer. */
  readonly faults: readonly string[];
}

type Step =
  | { readonly at: 'page' | 'again' | 'first' }
  | { readonly at: 'control'; readonly name: string; readonly faults: string[] };

/** Looks at the focused element: whether it is new, in sight, in front, and marked. */
function lookAtFocus(page: Page): Promise<Step> {
  return page.evaluate(
    async ({ max, levels }) => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      const seen = (window as unknown as { tabStops: Set<Element> }).tabStops;
      const element = document.activeElement;
      if (element === null || element === document.body) return { at: 'page' } as const;
      if (seen.has(element)) return { at: element === [...seen][0] ? 'first' : 'again' } as const;
      seen.add(element);
      // A ring that fades in is looked at when it is there; what moves for ever, or with the scrolling, is no ring.
      const fades = document.getAnimations().filter((each) => {
        const isOfTime = each.timeline === document.timeline && each.playState === 'running';
        return isOfTime && each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
      });
      await Promise.all(fades.map((each) => each.finished.catch(() => null)));
      const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent;
      const name = `${element.tagName.toLowerCase()} ${(label ?? element.textContent ?? '').trim().slice(0, max)}`;
      const faults: string[] = [];

      const box = element.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const isInSight = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
      if (!isInSight) faults.push('is out of sight');
      const points = [
        [x, y],
        [box.left + 3, y],
        [box.right - 3, y],
        [x, box.top + 3],
        [x, box.bottom - 3],
      ] as const;
      const isFront = points.some(([left, top]) => {
        const front = document.elementFromPoint(left, top);
        return (
          front !== null &&
          (element.contains(front) || front.contains(element) || front.closest('label')?.control === element)
        );
      });
      if (isInSight && !isFront) faults.push('is covered');

      const hasRing = (each: Element, pseudo?: string) => {
        const style = getComputedStyle(each, pseudo);
        const isLine = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1;
        return isLine && !/(, 0\)|\/ 0\)|transparent)$/.test(style.outlineColor);
      };
      const near: Element[] = [...(element.parentElement?.children ?? [])];
      for (let each: Element | null = element, n = 0; each !== null && n < levels; each = each.parentElement, n += 1)
        near.push(each);
      const isMarked = near.some((each) => hasRing(each) || hasRing(each, '::after') || hasRing(each, '::before'));
      // A heading has the focus to be read out: it is no control.
      if (!isMarked && !element.matches('h1, h2, h3')) faults.push('shows no ring');
      return { at: 'control', name, faults } as const;
    },
    { max: NAME_MAX_CHARACTERS, levels: RING_LEVELS },
  ) as Promise<Step>;
}

/** A control that Tab has not met. */
interface Missed {
  readonly name: string;
  /** Whether it came while Tab was on its way: code of the page may be fetched after its first view. */
  readonly isNew: boolean;
}

/** The controls of a page, by CSS. */
const CONTROLS = 'a[href], button, input, select, textarea, [role="button"], [role="link"]';

/** Controls in sight that Tab has not met; those of one group of radio buttons or tabs are one stop. */
function missed(page: Page): Promise<readonly Missed[]> {
  return page.evaluate(
    ({ max, controls }) => {
      const { tabStops: seen, tabStart: start } = window as unknown as Record<'tabStops' | 'tabStart', Set<Element>>;
      const modal = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document;
      return [...modal.querySelectorAll(controls)]
        .filter((each) => {
          const isOff = each.matches(':disabled, [tabindex="-1"], [aria-hidden="true"] *, [inert] *, [type="file"]');
          const isRadio = each.matches('input[type="radio"], [role="radio"], [role="tab"]');
          return !isOff && !isRadio && each.checkVisibility({ visibilityProperty: true }) && !seen.has(each);
        })
        .map((each) => {
          const label = (each.getAttribute('aria-label') ?? each.textContent ?? '').trim().slice(0, max);
          return { name: `${each.tagName.toLowerCase()} ${label}`, isNew: !start.has(each) };
        });
    },
    { max: NAME_MAX_CHARACTERS, controls: CONTROLS },
  );
}

/** Goes around the page, or the open dialog, by Tab alone: once, and again while controls came in the meantime. */
export async function tabRound(page: Page): Promise<TabRound> {
  let walk = await walkAround(page);
  const faults = new Set(walk.faults);
  for (let more = 1; more < MAX_WALKS && walk.missed.some(({ isNew }) => isNew); more += 1) {
    walk = await walkAround(page);
    for (const fault of walk.faults) faults.add(fault);
  }
  return { stops: walk.stops, faults: [...faults, ...walk.missed.map(({ name }) => `${name} is not reached`)] };
}

async function walkAround(page: Page): Promise<TabRound & { readonly missed: readonly Missed[] }> {
  await page.evaluate((controls) => {
    Object.assign(window, { tabStops: new Set(), tabStart: new Set(document.querySelectorAll(controls)) });
  }, CONTROLS);
  const stops: string[] = [];
  const faults: string[] = [];
  let again = 0;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const found = await lookAtFocus(page);
    if (found.at !== 'page') again = found.at === 'again' ? again + 1 : 0;
    // A page may move the focus once while it is still loading, and a heading has it only at first.
    if (found.at === 'first' || again > stops.length) return { stops, faults, missed: await missed(page) };
    if (found.at === 'control') {
      stops.push(found.name);
      faults.push(...found.faults.map((fault) => `${found.name} ${fault}`));
    }
    await page.keyboard.press('Tab');
  }
  return { stops, faults: [...faults, `Tab does not come round in ${MAX_STEPS} steps`], missed: [] };
}

/** The focused element and its surroundings: when it disappears, an element next to it can take the focus. */
export interface FocusPlace {
  readonly element: HTMLElement;
  /** From the element outwards, each with its neighbours of that moment. */
  readonly levels: readonly {
    readonly parent: Element;
    readonly next: Element | null;
    readonly previous: Element | null;
  }[];
  /** A window that it is in, and the place that had the focus before that window. */
  readonly within: { readonly window: Element; readonly before: FocusPlace } | null;
}

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** Elements that have the focus for a moment, and the place that had it; `null`: none. */
const standIns = new WeakMap<Element, FocusPlace | null>();

/** Lets an element have the focus for the present one: the focus returns to that one, not to the element. */
export function standInForFocus(element: HTMLElement): void {
  standIns.set(element, presentPlace());
}

/** Elements by what lies over the page for them: a menu, and its button. */
const owners = new WeakMap<Element, HTMLElement>();

/** Notes that something lies over the page for an element: the focus returns to that one from anywhere in it. */
export function ownFocusOf(over: Element, owner: HTMLElement): void {
  owners.set(over, owner);
}

/** Windows over the page, each by the place to which it returns the focus. */
const windows = new WeakMap<Element, FocusPlace>();

/** Notes where a window returns the focus: another one that takes its place returns it there, too. */
export function returnFocusOf(window: Element, before: FocusPlace): void {
  windows.set(window, before);
}

/** Places to which the focus is about to return: what lay over the page for them is gone. */
let owed: readonly FocusPlace[] = [];

/**
 * Notes that the focus returns to a place in a moment. Until then the page itself has it: a dialog that opens in
 * between returns it to that place (`presentPlace`).
 */
export function oweFocus(place: FocusPlace | null): void {
  if (place === null) return;
  owed = [...owed, place];
  addEventListener('focusin', forgetOwed);
}

/** Another element has the focus for good; one that stands in for the present place gives it back. */
function forgetOwed({ target }: FocusEvent): void {
  if (target instanceof Element && isStandIn(target)) return;
  owed = [];
  removeEventListener('focusin', forgetOwed);
}

/** The place that has the focus, or is about to get it back; `null`: none. */
export function presentPlace(): FocusPlace | null {
  return focusPlaceOf(document.activeElement) ?? owed.findLast(({ element }) => element.isConnected) ?? owed[0] ?? null;
}

/** Whether an element has the focus for another one: what is typed into it is kept for a page that is on its way. */
export function isStandIn(element: Element | null): boolean {
  return element !== null && standIns.has(element);
}

/** The place of an element; `null` for the page itself. */
export function focusPlaceOf(element: Element | null): FocusPlace | null {
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  const stoodFor = standIns.get(element);
  if (stoodFor != null) return stoodFor;
  const owner = ownerOf(element);
  if (owner !== null) return focusPlaceOf(owner);
  const levels: FocusPlace['levels'][number][] = [];
  for (let at: Element = element; at.parentElement !== null; at = at.parentElement) {
    const { nextElementSibling: next, previousElementSibling: previous, parentElement: parent } = at;
    levels.push({ parent, next, previous });
  }
  return { element, levels, within: windowAround(element) };
}

function windowAround(element: Element): FocusPlace['within'] {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const before = windows.get(at);
    if (before !== undefined) return { window: at, before };
  }
  return null;
}

function ownerOf(element: Element): HTMLElement | null {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const owner = owners.get(at);
    if (owner !== undefined) return owner;
  }
  return null;
}

/**
 * Returns the focus to a place: to its element, else to the element after it, before it or in its stead, from the
 * inside out; at last to the page's content. The page does not scroll. Where the element is gone and another has the
 * focus by now, it stays there: a question and the window below it close together, and the window has returned it.
 */
export function restoreFocus(place: FocusPlace): void {
  const { element } = place;
  const isThere = element.isConnected && isShown(element) && !isDisabled(element);
  // An element that was hidden a moment ago still has it.
  const isElsewhere = ![null, document.body, element].includes(document.activeElement as HTMLElement | null);
  if (!isThere && isElsewhere) return;
  // The window itself is gone: it was replaced by the one that closes now.
  if (!isThere && place.within?.window.isConnected === false) {
    restoreFocus(place.within.before);
    return;
  }
  const target = isThere ? element : successorOf(place);
  (target ?? document.getElementById('main'))?.focus({ preventScroll: true });
}

function successorOf({ levels }: FocusPlace): HTMLElement | null {
  for (const { parent, next, previous } of levels) {
    if (!parent.isConnected) continue;
    // Outside the content no element is near.
    if (parent.querySelector('#main') !== null) return null;
    for (const near of parent.id === 'main' ? [next, previous] : [next, previous, parent]) {
      const target = near?.isConnected === true ? firstFocusable(near) : null;
      if (target !== null) return target;
    }
  }
  return null;
}

function firstFocusable(within: Element): HTMLElement | null {
  for (const each of [within, ...within.querySelectorAll(FOCUSABLE)]) {
    if (each instanceof HTMLElement && each.matches(FOCUSABLE) && isShown(each)) return each;
  }
  return null;
}

/** Whether an element can't have the focus for now; a browser takes it away from one that has it. */
export function isDisabled(element: Element): boolean {
  return element.matches(':disabled');
}

function isShown(element: HTMLElement): boolean {
  return element.checkVisibility() && element.closest('[inert], [aria-hidden="true"]') === null;
}

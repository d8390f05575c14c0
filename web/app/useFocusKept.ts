import { useEffect } from 'react';
import { type FocusPlace, focusPlaceOf, isDisabled, restoreFocus } from '../kit/focusPlace.ts';

/**
 * Keeps the focus off the page's body: when the focused element disappears (sent, deleted, closed, scrolled past, left
 * behind on another page) or is disabled (saved, all read), an element next to it gets the focus. A focus set on purpose has
 * priority.
 */
export function useFocusKept(): void {
  useEffect(() => {
    let place: FocusPlace | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = (event: FocusEvent) => {
      place = focusPlaceOf(event.target as Element);
    };
    const look = () => {
      timer = undefined;
      if (place !== null && (document.activeElement === document.body || isLost(place))) restoreFocus(place);
    };
    const observer = new MutationObserver(() => {
      if (place === null || !isLost(place)) return;
      // After everything that is due now: dialogs and menus give the focus back themselves.
      timer ??= setTimeout(look);
    });
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    addEventListener('focusin', note);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      removeEventListener('focusin', note);
    };
  }, []);
}

/** Whether the element of a place can't have the focus any more, and no other one has it. */
function isLost({ element }: FocusPlace): boolean {
  const { activeElement } = document;
  if (element.isConnected && !isDisabled(element)) return false;
  // A browser takes the focus from a disabled element somewhat later.
  return activeElement === document.body || activeElement === element;
}

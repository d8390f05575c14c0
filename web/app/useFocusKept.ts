import { useEffect } from 'react';
import { type FocusPlace, focusPlaceOf, restoreFocus } from '../kit/focusPlace.ts';

/**
 * Keeps the focus off the page's body: when the focused element disappears (sent, deleted, closed, scrolled past, left
 * behind on another page), an element next to it gets the focus. A focus set on purpose has priority.
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
      if (place === null || document.activeElement !== document.body) return;
      restoreFocus(place);
    };
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || place === null || place.element.isConnected) return;
      // After everything that is due now: dialogs and menus give the focus back themselves.
      timer ??= setTimeout(look);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    addEventListener('focusin', note);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      removeEventListener('focusin', note);
    };
  }, []);
}

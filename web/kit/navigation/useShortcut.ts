import { useEffect } from 'react';
import { dialogStore } from '../dialog/dialogStore.ts';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}

/** A single key does something, while nothing is typed and nothing lies over the page. */
export function useShortcut(key: string, act: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (dialogStore.getState().dialog !== null || document.querySelector('[role="dialog"], [role="menu"]')) return;
      // The key is not typed into a field that this opens.
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [key, act]);
}

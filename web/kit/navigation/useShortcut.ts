import { useEffect } from 'react';
import { pressUndo } from '../alertStore.ts';
import { dialogStore } from '../dialog/dialogStore.ts';
import { areSingleKeysOn } from './singleKeys.ts';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}

/** Whether something lies over the page: keys belong to it. */
function isCovered(): boolean {
  return dialogStore.getState().dialog !== null || document.querySelector('[role="dialog"], [role="menu"]') !== null;
}

/**
 * A single key does something, while nothing is typed, nothing lies over the page, and single keys are on.
 *
 * @param options `repeats`: also as long as it is held down
 */
export function useShortcut(key: string, act: () => void, { repeats = false } = {}): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || event.isComposing || (event.repeat && !repeats)) return;
      if (!areSingleKeysOn() || isTyping(event.target) || isCovered()) return;
      // The key is not typed into a field that this opens.
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [key, act, repeats]);
}

/** Ctrl+Z (on a Mac ⌘Z) presses the Undo of a message, while nothing is typed: it is far away by Tab, and goes soon. */
export function useUndoKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      if (isTyping(event.target) || isCovered()) return;
      if (pressUndo()) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

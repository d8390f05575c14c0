import { useEffect } from 'react';
import { dialogStore, openDialog } from '../kit/dialog/dialogStore.ts';
import { useOpenComposer } from '../post/compose/useOpenComposer.ts';

/** The keys and what they do; the help dialog lists them. */
export const SHORTCUTS = [
  { keys: ['n'], text: 'Write a new post' },
  { keys: ['j'], text: 'Next post' },
  { keys: ['k'], text: 'Previous post' },
  { keys: ['Ctrl', 'Enter'], text: 'Send the post or comment you are writing' },
  { keys: ['Esc'], text: 'Close what is open' },
  { keys: ['?'], text: 'Show these shortcuts' },
] as const;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}

/** Moves the focus to the next or previous card of the page's list. */
function stepThroughCards(step: 1 | -1): void {
  const cards = [...document.querySelectorAll<HTMLElement>('#main [role="feed"] article[tabindex]')];
  const current = document.activeElement?.closest<HTMLElement>('article');
  const index = current == null ? -1 : cards.indexOf(current);
  const next = index === -1 ? cards.find((card) => card.getBoundingClientRect().top >= 0) : cards[index + step];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'center' });
}

/** Single keys, while nothing is typed and nothing lies over the page. */
export function useShortcuts(): void {
  const openComposer = useOpenComposer();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (dialogStore.getState().dialog !== null || document.querySelector('[role="dialog"], [role="menu"]')) return;
      switch (event.key) {
        case 'n':
          event.preventDefault();
          return openComposer();
        case 'j':
          return stepThroughCards(1);
        case 'k':
          return stepThroughCards(-1);
        case '?':
          return openDialog({ kind: 'keys' });
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [openComposer]);
}

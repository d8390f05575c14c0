import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { Message } from '#projections/message/collections.ts';
import { isInSight } from './inSight.ts';

/** Milliseconds for which a message is visible in a focused tab before it counts as seen (D54). */
export const SEEN_AFTER_MS = 500;

/** Whether somebody can be looking at this page. */
export function isWatched(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}

/** Calls a task now, and whenever the page comes under somebody's eyes or leaves them. */
export function useWatched(task: () => void): void {
  useEffect(() => {
    task();
    addEventListener('focus', task);
    addEventListener('blur', task);
    document.addEventListener('visibilitychange', task);
    return () => {
      removeEventListener('focus', task);
      removeEventListener('blur', task);
      document.removeEventListener('visibilitychange', task);
    };
  }, [task]);
}

/**
 * Reports the newest message of the other one that has been in sight for half a second in a focused tab. Marks take the
 * greatest, so older ones need none.
 *
 * @param received the other one's messages, newest first; those that are seen already are left out
 * @returns looks again: to be called when the pane was scrolled
 */
export function useSeen(
  pane: RefObject<HTMLElement | null>,
  received: readonly Message[],
  onSeen: (message: Message) => void,
): () => void {
  const waiting = useRef<{ readonly message: Message; readonly timer: ReturnType<typeof setTimeout> } | null>(null);
  const reported = useRef(0);

  const look = useCallback(() => {
    const newest = isWatched() ? newestInSight(pane.current, received) : undefined;
    const isNews = newest !== undefined && newest.ordinal > reported.current;
    const before = waiting.current;
    // The message that came into sight first keeps its time while more come: a quick talker is seen, too.
    if (before !== null && isNews && isVisible(pane.current, before.message)) return;
    if (before !== null) clearTimeout(before.timer);
    waiting.current = null;
    if (!isNews) return;
    const timer = setTimeout(() => {
      waiting.current = null;
      if (!isWatched() || !isVisible(pane.current, newest)) return look();
      reported.current = newest.ordinal;
      onSeen(newest);
      look();
    }, SEEN_AFTER_MS);
    waiting.current = { message: newest, timer };
  }, [pane, received, onSeen]);

  useWatched(look);
  useEffect(
    () => () => {
      if (waiting.current !== null) clearTimeout(waiting.current.timer);
      waiting.current = null;
    },
    [],
  );
  useEffect(() => {
    if (pane.current === null) return;
    const observer = new ResizeObserver(look);
    observer.observe(pane.current);
    return () => observer.disconnect();
  }, [pane, look]);
  return look;
}

function newestInSight(pane: HTMLElement | null, received: readonly Message[]): Message | undefined {
  return received.find((message) => isVisible(pane, message));
}

function isVisible(pane: HTMLElement | null, { id }: Message): boolean {
  const element = pane?.querySelector(`[data-message="${id}"]`);
  if (pane === null || element === null || element === undefined) return false;
  return isInSight(element.getBoundingClientRect(), pane.getBoundingClientRect());
}

import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { READ_AT_ONCE_MAX } from '#domain/notification/limits.ts';
import type { Notification } from '#projections/notification/collections.ts';
import { useSend } from '../sync/hooks.ts';
import { isUnreadIn, LISTS, type UnreadByList } from './useUnread.ts';

/** Milliseconds in sight after which a notification is read (Q50). */
const SEEN_AFTER_MS = 1_000;
/** Milliseconds between two looks at what is in sight: so long after the second a read mark goes at most. */
const LOOK_MS = 250;
/** Part of a row that has to be in sight. */
const IN_SIGHT = 0.6;
/** Name of the attribute by which a row is known. */
export const ROW_ATTRIBUTE = 'data-notification';

/**
 * Marks notifications as read that have been in sight for a second, in a tab that is in sight itself: several of a list at
 * once are one command.
 *
 * @param list holds the rows, each with `ROW_ATTRIBUTE`
 * @returns marks one as read now, because it is opened
 */
export function useReading(
  list: RefObject<HTMLElement | null>,
  shown: readonly Notification[],
  unread: UnreadByList,
): (notification: Notification) => void {
  const send = useSend();
  const present = useRef({ shown, unread });
  present.current = { shown, unread };
  /** The number with which each was marked: the answer may be on its way. */
  const marked = useRef(new Map<string, number>());

  const mark = useCallback(
    (ids: readonly string[]) => {
      const { shown: all, unread: state } = present.current;
      const due = all.filter(
        (each) => ids.includes(each.id) && isUnreadIn(state, each) && (marked.current.get(each.id) ?? 0) < each.number,
      );
      for (const campus of LISTS) {
        const own = due.filter((each) => each.campus === campus);
        for (let start = 0; start < own.length; start += READ_AT_ONCE_MAX) {
          const read = own.slice(start, start + READ_AT_ONCE_MAX).map(({ id, number }) => {
            marked.current.set(id, number);
            return { notificationId: id, number };
          });
          send('ReadNotifications', { campus, read }, { isUnasked: true });
        }
      }
    },
    [send],
  );

  useInSight(list, shown, mark);
  return useCallback(({ id }) => mark([id]), [mark]);
}

/** Calls back with the rows that have been in sight for long enough, as often as they are. */
function useInSight(
  list: RefObject<HTMLElement | null>,
  shown: readonly Notification[],
  onSeen: (ids: readonly string[]) => void,
): void {
  /** Since when each row is in sight. */
  const since = useRef(new Map<string, number>());

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are observed anew
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const id = target.getAttribute(ROW_ATTRIBUTE) ?? '';
          if (!isIntersecting) since.current.delete(id);
          else if (!since.current.has(id)) since.current.set(id, performance.now());
        }
      },
      { threshold: IN_SIGHT },
    );
    for (const row of list.current?.querySelectorAll(`[${ROW_ATTRIBUTE}]`) ?? []) observer.observe(row);
    return () => observer.disconnect();
  }, [list, shown]);

  useEffect(() => {
    // A tab in the background is not in sight: the second begins anew.
    const begin = () => {
      for (const id of since.current.keys()) since.current.set(id, performance.now());
    };
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      const until = performance.now() - SEEN_AFTER_MS;
      const seen = [...since.current].filter(([, from]) => from <= until).map(([id]) => id);
      if (seen.length > 0) onSeen(seen);
    };
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener('visibilitychange', begin);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', begin);
    };
  }, [onSeen]);
}

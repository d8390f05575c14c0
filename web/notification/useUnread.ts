import { useMemo } from 'react';
import { TALK_LIST } from '#domain/notification/kinds.ts';
import { type Notification, notificationListKey, unreadNotifications } from '#projections/notification/collections.ts';
import { isUnread, NOTHING_UNREAD, type Unread, unreadCount } from '#projections/notification/unread.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { useSession } from '../session/session.ts';
import { site } from '../session/site.ts';
import { useDocument, useTopic } from '../sync/hooks.ts';

/** The unread ones of each list that a page shows: that of its campus, and that of conversations. */
export type UnreadByList = ReadonlyMap<string, Unread>;

/** The lists of a page, by the campus that their notifications name. */
export const LISTS: readonly string[] = [site.id, TALK_LIST];

function useUnreadOf(list: string): Unread {
  const userId = useSession((session) => session.userId);
  useTopic(userId === null ? null : topicName.unreadNotifications(list, userId));
  return useDocument(unreadNotifications, userId === null ? null : notificationListKey(list, userId)) ?? NOTHING_UNREAD;
}

/** The unread ones of one's notifications of this campus, and of one's conversations. */
export function useUnread(): UnreadByList {
  const here = useUnreadOf(site.id);
  const talk = useUnreadOf(TALK_LIST);
  return useMemo(
    () =>
      new Map([
        [site.id, here],
        [TALK_LIST, talk],
      ]),
    [here, talk],
  );
}

/** Whether a notification is unread, by the list in which it stands. */
export function isUnreadIn(lists: UnreadByList, notification: Notification): boolean {
  return isUnread(notification, lists.get(notification.campus) ?? NOTHING_UNREAD);
}

/** How many of all lists are unread. */
export function countOf(lists: UnreadByList): number {
  return [...lists.values()].reduce((sum, each) => sum + unreadCount(each), 0);
}

/** How many of one's notifications are unread (NOTF-06). */
export function useUnreadCount(): number {
  return countOf(useUnread());
}

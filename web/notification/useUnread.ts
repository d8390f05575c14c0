import { notificationListKey, unreadNotifications } from '#projections/notification/collections.ts';
import { NOTHING_UNREAD, type Unread, unreadCount } from '#projections/notification/unread.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { useSession } from '../session/session.ts';
import { site } from '../session/site.ts';
import { useDocument, useTopic } from '../sync/hooks.ts';

/** The unread ones of one's notifications on this campus. */
export function useUnread(): Unread {
  const userId = useSession((session) => session.userId);
  useTopic(userId === null ? null : topicName.unreadNotifications(site.id, userId));
  return (
    useDocument(unreadNotifications, userId === null ? null : notificationListKey(site.id, userId)) ?? NOTHING_UNREAD
  );
}

/** How many of one's notifications are unread (NOTF-06). */
export function useUnreadCount(): number {
  return unreadCount(useUnread());
}

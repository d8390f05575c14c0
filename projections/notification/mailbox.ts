import type { DocumentRef } from '../kernel/collection.ts';
import { type DocumentView, type Write, write } from '../kernel/projection.ts';
import {
  type Notification,
  notificationListKey,
  notifications,
  type UnreadNotifications,
  unreadNotifications,
} from './collections.ts';
import { allRead, comes, goes, isUnread, NOTHING_UNREAD } from './unread.ts';

/** A notification as it comes; its number and its being unread are given to it. */
export type News = Omit<Notification, 'list' | 'number' | 'read'>;

/** One person's list on one campus, while an event is folded into it. */
export interface Mailbox {
  /** Adds a notification, or lets one come again. */
  receive(news: News): void;
  /** Marks one as read, if it has not come again since. */
  read(id: string, number: number): void;
  readAll(upTo: number): void;
  /** Changes one that stays where it is. */
  replace(notification: Notification): void;
  remove(id: string): void;
  writes(): readonly Write[];
}

/** The document that each change of a list reads. */
export function mailboxRef(campus: string, user: string): DocumentRef {
  return { collection: unreadNotifications.name, key: notificationListKey(campus, user) };
}

/** Opens a list; the fold has declared that it reads `mailboxRef` and the notifications that it names. */
export function openMailbox(documents: DocumentView, campus: string, user: string): Mailbox {
  const list = notificationListKey(campus, user);
  const before = documents.get(unreadNotifications, list);
  const changed = new Map<string, Notification | null>();
  let unread: UnreadNotifications = before ?? { id: list, campus, user, ...NOTHING_UNREAD };

  /** A notification of this list as it is by now. */
  function find(id: string): Notification | undefined {
    const found = changed.has(id) ? changed.get(id) : documents.get(notifications, id);
    return found === null || found?.list !== list ? undefined : found;
  }

  function settle(notification: Notification | undefined): void {
    if (notification !== undefined && isUnread(notification, unread)) {
      unread = { ...unread, ...goes(unread, notification.number) };
    }
  }

  return {
    receive(news) {
      settle(find(news.id));
      unread = { ...unread, ...comes(unread) };
      changed.set(news.id, { ...news, list, number: unread.last, read: false });
    },
    read(id, number) {
      const notification = find(id);
      if (notification === undefined || notification.number > number || !isUnread(notification, unread)) return;
      settle(notification);
      changed.set(id, { ...notification, read: true });
    },
    readAll(upTo) {
      unread = { ...unread, ...allRead(unread, upTo) };
    },
    replace: (notification) => void changed.set(notification.id, notification),
    remove(id) {
      const notification = find(id);
      if (notification === undefined) return;
      settle(notification);
      changed.set(id, null);
    },
    writes() {
      const isChanged = unread !== (before ?? unread) || (before === undefined && unread.last > 0);
      return [
        ...[...changed].map(([id, notification]) => write(notifications, id, notification)),
        ...(isChanged ? [write(unreadNotifications, list, unread)] : []),
      ];
    },
  };
}

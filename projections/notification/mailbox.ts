import type { MailedNotificationKind } from '#domain/notification/kinds.ts';
import type { DocumentRef } from '../kernel/collection.ts';
import { type DocumentView, type Write, write } from '../kernel/projection.ts';
import {
  type MailThread,
  type Notification,
  type NotificationMails,
  notificationListKey,
  notificationMails,
  notifications,
  type UnreadNotifications,
  unreadNotifications,
} from './collections.ts';
import { earliestMail, type MailPlace, mailComes, mailEnds, mailRead, mailWent } from './mailThreads.ts';
import { allRead, comes, goes, isUnread, NOTHING_UNREAD } from './unread.ts';

/** A notification as it comes; its number and its being unread are given to it. */
export type News = Omit<Notification, 'list' | 'number' | 'read'>;

/** One person's list on one campus, or of their conversations, while an event is folded into it. */
export interface Mailbox {
  /**
   * Adds a notification, or lets one come again.
   *
   * @param mail the thread whose mails say so; left out: nobody is mailed of it
   */
  receive(news: News, mail?: MailPlace): void;
  /** Marks one as read, if it has not come again since. */
  read(id: string, number: number): void;
  readAll(upTo: number): void;
  /** A mail about a thread went, as of a number. */
  mailed(place: { readonly kind: MailedNotificationKind; readonly thread: string }, number: number, at: string): void;
  /** Changes one that stays where it is. */
  replace(notification: Notification): void;
  remove(id: string): void;
  /** Whether one of the list is unread by now. */
  isUnread(notification: Notification): boolean;
  writes(): readonly Write[];
}

/** The documents that each change of a list reads. */
export function mailboxRefs(campus: string, user: string): readonly DocumentRef[] {
  const key = notificationListKey(campus, user);
  return [
    { collection: unreadNotifications.name, key },
    { collection: notificationMails.name, key },
  ];
}

/** Opens a list; the fold has declared that it reads `mailboxRefs` and the notifications that it names. */
export function openMailbox(documents: DocumentView, campus: string, user: string): Mailbox {
  const list = notificationListKey(campus, user);
  const before = documents.get(unreadNotifications, list);
  const mailsBefore = documents.get(notificationMails, list);
  const changed = new Map<string, Notification | null>();
  let unread: UnreadNotifications = before ?? { id: list, campus, user, ...NOTHING_UNREAD };
  const threadsBefore: readonly MailThread[] = mailsBefore?.threads ?? [];
  let threads = threadsBefore;

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

  const mailedNoMore = (isRead: Parameters<typeof mailRead>[1]) => {
    threads = mailRead(threads, isRead);
  };

  return {
    receive(news, mail) {
      settle(find(news.id));
      unread = { ...unread, ...comes(unread) };
      changed.set(news.id, { ...news, list, number: unread.last, read: false });
      if (mail !== undefined) threads = mailComes(threads, mail, { id: news.id, number: unread.last, at: news.at });
    },
    read(id, number) {
      const notification = find(id);
      if (notification === undefined || notification.number > number || !isUnread(notification, unread)) return;
      settle(notification);
      changed.set(id, { ...notification, read: true });
      mailedNoMore((item) => item.id === id);
    },
    readAll(upTo) {
      unread = { ...unread, ...allRead(unread, upTo) };
      mailedNoMore((item) => item.number <= unread.mark);
    },
    mailed(place, number, at) {
      threads = mailWent(threads, place, number, at);
    },
    replace: (notification) => void changed.set(notification.id, notification),
    remove(id) {
      const notification = find(id);
      if (notification === undefined) return;
      settle(notification);
      changed.set(id, null);
      threads = mailEnds(threads, (item) => item.id === id);
    },
    isUnread: (notification) => isUnread(notification, unread),
    writes() {
      const isChanged = unread !== (before ?? unread) || (before === undefined && unread.last > 0);
      return [
        ...[...changed].map(([id, notification]) => write(notifications, id, notification)),
        ...(isChanged ? [write(unreadNotifications, list, unread)] : []),
        ...(threads === threadsBefore ? [] : [mailsOf({ id: list, campus, user }, threads)]),
      ];
    },
  };
}

/** A list without anything to mail has no document. */
function mailsOf(list: Pick<NotificationMails, 'id' | 'campus' | 'user'>, threads: readonly MailThread[]): Write {
  if (threads.length === 0) return write(notificationMails, list.id, null);
  const dueAt = earliestMail(threads);
  const status = dueAt === null ? 'idle' : 'due';
  return write(notificationMails, list.id, { ...list, status, dueAt: dueAt ?? '', threads: [...threads] });
}

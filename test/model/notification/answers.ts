import type { Notification, UnreadNotifications } from '#projections/notification/collections.ts';
import { isUnread } from '#projections/notification/unread.ts';
import { type AnswersModel, documentsOf, expects } from '../answers.ts';
import type { Part } from '../parts.ts';

/** Notifications that people have read for sure: numbers by notification, and the greatest mark by list. */
const readForSure: Part<{
  readonly one: Map<string, { readonly userId: string; readonly number: number }>;
  readonly all: Map<string, { readonly userId: string; readonly upTo: number }>;
}> = { begin: () => ({ one: new Map(), all: new Map() }) };

/** A notification that somebody has read is not unread, until it comes again; nobody is notified of what they did themselves. */
export const notificationAnswers: AnswersModel = {
  take({ type, userId, data, truth }, parts) {
    if (truth !== 'yes') return;
    const { one, all } = parts.of(readForSure);
    if (type === 'ReadNotifications') {
      const read = data.read as readonly { readonly notificationId: string; readonly number: number }[];
      for (const { notificationId, number } of read) one.set(notificationId, { userId, number });
    }
    if (type === 'ReadAllNotifications') {
      const list = `${data.campus}:${userId}`;
      const upTo = Math.max(all.get(list)?.upTo ?? 0, Number(data.upTo));
      all.set(list, { userId, upTo });
    }
  },
  *check(seen, parts) {
    const { one, all } = parts.of(readForSure);
    const lists = documentsOf<UnreadNotifications>(seen, 'unreadNotifications');
    for (const item of documentsOf<Notification>(seen, 'notifications').values()) {
      yield expects(!item.actors.includes(item.user), () => `${item.user} is notified of an own act: ${item.id}`);
      const unread = lists.get(item.list);
      if (!seen.readers.has(item.user) || unread === undefined || !isUnread(item, unread)) continue;
      const read = one.get(item.id);
      const isRead = read?.userId === item.user && read.number >= item.number;
      const isMarked = (all.get(item.list)?.upTo ?? 0) >= item.number;
      yield expects(!isRead && !isMarked, () => `The notification ${item.id} was read and is unread.`);
    }
  },
};

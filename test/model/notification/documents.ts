import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { NaiveDocuments } from '../model.ts';
import { naiveMails } from './mails.ts';
import { type Item, notifiedBy } from './naive.ts';

const newestFirst = (one: Item, other: Item) => (one.order > other.order ? -1 : 1);

/** The lists of people, and the numbers of what is unread, as they follow from a history. */
export function notificationDocumentsOf(history: readonly RecordedEvent[]): NaiveDocuments {
  const { items, last } = notifiedBy(history);
  const lists = Map.groupBy(items.values(), ({ campus, user }) => `${campus}:${user}`);
  return {
    documents: [
      ...[...items.values()].map(({ unread: _, messages: __, ...doc }) => ({
        collection: 'notifications',
        key: doc.id,
        doc,
      })),
      ...[...last].map(([key, number]) => {
        const unread = (lists.get(key) ?? []).filter((item) => item.unread);
        const known = unread.map((item) => item.number).toSorted((one, other) => other - one);
        return { collection: 'unreadNotifications', key, doc: { id: key, last: number, known, older: 0 } };
      }),
      ...naiveMails(history),
    ],
    whole: ['notifications', 'unreadNotifications', 'notificationMails'],
    windows: [...lists].map(([list, own]) => ({
      collection: 'notifications',
      query: 'list',
      values: [list],
      keys: own.toSorted(newestFirst).map((item) => item.id),
    })),
  };
}

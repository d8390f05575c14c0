import { randomUUID } from 'node:crypto';
import { type NotificationMails, notificationMails } from '#projections/notification/collections.ts';
import { isStale, mailDueAt } from '#projections/notification/mailThreads.ts';
import { forEachOf } from '../kernel/sweeper.ts';
import { dueDocuments } from '../reactors/dueDocuments.ts';
import type { CreateDeadline } from '../reactors/reactorParts.ts';

/** Milliseconds between two looks for mails that are due. */
const LOOK_EVERY_MS = 30_000;

/** The commands that let the mails of a list go that are due by now, each about the newest notification of a thread. */
function* dueOf({ user: userId, campus, threads }: NotificationMails, now: string) {
  for (const each of threads) {
    const dueAt = mailDueAt(each);
    const [newest] = each.unread;
    // One that is late by more than a day, as after a standstill, is no news, and holds up no other of its list.
    if (dueAt === null || dueAt >= now || isStale(each, now) || newest === undefined) continue;
    const { kind, thread } = each;
    yield { notificationId: newest.id, number: newest.number, userId, campus, kind, thread };
  }
}

/**
 * Lets the mails about unread notifications go that are due (NOTF-09, D51). The command decides again, by the stream of the
 * notification: what was mailed is not mailed again, so a look that runs twice, or is killed in its middle, mails once.
 */
export const notificationMailDeadline: CreateDeadline = ({ readStore, dispatcher }) => ({
  name: 'notification-mails',
  everyMs: LOOK_EVERY_MS,
  async look(at) {
    const now = at.toISOString();
    const due = dueDocuments(readStore, notificationMails, {
      query: 'byStatus',
      values: ['due'],
      before: now,
    });
    await forEachOf(due, 'mails about notifications', async ({ doc }) => {
      for (const data of dueOf(doc, now)) {
        await dispatcher.dispatch(
          { id: randomUUID(), type: 'MailNotification', version: 1, data },
          { actor: { kind: 'system', name: 'deadline:notification-mails' }, campus: doc.campus, origin: 'server' },
        );
      }
    });
  },
});

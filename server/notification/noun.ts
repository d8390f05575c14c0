import { TALK_LIST } from '#domain/notification/kinds.ts';
import { notifications } from '#projections/notification/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { defineServerNoun } from '../noun.ts';
import { endsWith } from '../reactors/dependents.ts';
import { notificationMailDeadline } from './mailDeadline.ts';
import { createNotificationMails } from './mails.ts';
import { createThreadReactor } from './reactor.ts';

/** Notifications: who else a comment concerns, and mails; each ends with what it is about (NOTF-14). */
export const notificationNoun = defineServerNoun({
  name: 'notification',
  // The numbers stand on every page.
  firstView: (path, { campus, userId }) =>
    userId === null
      ? []
      : [
          topicName.unreadNotifications(campus, userId),
          topicName.unreadNotifications(TALK_LIST, userId),
          ...(/^\/notifications\/?$/.test(path)
            ? [topicName.notifications(campus, userId), topicName.notifications(TALK_LIST, userId)]
            : []),
        ],
  reactors: { threads: createThreadReactor, notificationMails: createNotificationMails },
  deadlines: [notificationMailDeadline],
  dependents: (['post', 'comment'] as const).map((kind) =>
    endsWith(kind, notifications, 'ofTarget', ({ id: notificationId, user: userId }, postId) => ({
      type: 'EndNotification',
      data: { notificationId, userId, postId },
    })),
  ),
  archive: {
    NotificationsRead: () => ({ what: 'You read notifications' }),
    AllNotificationsRead: () => ({ what: 'You marked all notifications as read' }),
    ParticipantsNotified: () => ({ what: 'People were notified of your comment' }),
    NotificationMailed: () => ({ what: 'You were mailed about notifications' }),
    NotificationEnded: () => ({ what: 'A notification ended' }),
  },
});

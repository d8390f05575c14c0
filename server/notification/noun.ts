import { notifications } from '#projections/notification/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { defineServerNoun } from '../noun.ts';
import { endsWith } from '../reactors/dependents.ts';
import { createThreadReactor } from './reactor.ts';

/** Notifications: who else a comment concerns; each ends with what it is about (NOTF-14). */
export const notificationNoun = defineServerNoun({
  name: 'notification',
  // The numbers stand on every page.
  firstView: (path, { campus, userId }) =>
    userId === null
      ? []
      : [
          topicName.unreadNotifications(campus, userId),
          ...(/^\/notifications\/?$/.test(path) ? [topicName.notifications(campus, userId)] : []),
        ],
  reactors: { threads: createThreadReactor },
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
    NotificationEnded: () => ({ what: 'A notification ended' }),
  },
});

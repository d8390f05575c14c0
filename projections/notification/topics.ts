import { notificationAccess } from '#domain/notification/access.ts';
import { NOTIFICATIONS_PAGE } from '#domain/notification/limits.ts';
import { defineTopics, documentOf, forThose, windowOf } from '../kernel/topic.ts';
import { notificationListKey, notifications, unreadNotifications } from './collections.ts';
import { notificationTopicNames } from './topicNames.ts';

/** Somebody's notifications, newest first (NOTF-01), and how many are unread: for that person alone (P8). */
export const notificationTopics = defineTopics(notificationTopicNames, {
  notifications: (campus, user) => ({
    ...windowOf(notifications, 'list', [notificationListKey(campus, user)], NOTIFICATIONS_PAGE),
    ...forThose((reader) => notificationAccess.maySee(reader, { campus, user })),
  }),
  unreadNotifications: (campus, user) => ({
    ...documentOf(unreadNotifications, 'byId', notificationListKey(campus, user)),
    ...forThose((reader) => notificationAccess.maySee(reader, { campus, user })),
  }),
});

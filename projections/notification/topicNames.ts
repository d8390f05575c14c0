import { defineTopicNames } from '../kernel/topic.ts';

/** Names of the topics of notifications; `topics.ts` defines their documents and access. */
export const notificationTopicNames = defineTopicNames({
  /** Somebody's notifications of what happened on one campus. */
  notifications: ['campus', 'userId'],
  /** How many of them are unread. */
  unreadNotifications: ['campus', 'userId'],
});

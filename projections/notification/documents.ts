import { defineDocuments } from '../kernel/documents.ts';
import { endedTargets, likers, notifications, participants, unreadNotifications } from './collections.ts';
import { notificationTopics } from './topics.ts';

/** Notifications, what of them is unread, and what their folds need to know. */
export const notificationDocuments = defineDocuments({
  name: 'notification',
  collections: [notifications, unreadNotifications, likers, participants, endedTargets],
  topics: notificationTopics,
});

import { defineDocuments } from '../kernel/documents.ts';
import {
  endedTargets,
  likedMessages,
  likers,
  notificationMails,
  notifications,
  participants,
  talks,
  unreadNotifications,
} from './collections.ts';
import { notificationTopics } from './topics.ts';

/** Notifications, what of them is unread, and what their folds need to know. */
export const notificationDocuments = defineDocuments({
  name: 'notification',
  collections: [
    notifications,
    unreadNotifications,
    likers,
    participants,
    endedTargets,
    talks,
    likedMessages,
    notificationMails,
  ],
  topics: notificationTopics,
});

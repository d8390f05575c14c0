import { Bell } from 'lucide-react';
import { lazySoon } from '../kit/lazySoon.ts';
import { defineWebNoun } from '../noun.ts';
import { useUnreadCount } from './useUnread.ts';

const link = {
  to: '/notifications',
  label: 'Notifications',
  icon: Bell,
  who: 'user',
  site: 'campus',
  useUnread: useUnreadCount,
} as const;

/** Notifications: the list, and the numbers of what is unread. */
export const notification = defineWebNoun({
  name: 'notification',
  routes: [
    {
      path: '/notifications',
      Page: lazySoon(() => import('./NotificationsPage.tsx')),
      guard: 'protected',
      title: 'Notifications',
    },
    {
      path: '/notifications/mentions',
      Page: lazySoon(() => import('./MentionsPage.tsx')),
      guard: 'protected',
      title: 'Mentions',
    },
  ],
  navigation: { side: [{ ...link, rank: 14 }], bottom: [{ ...link, rank: 35 }] },
  outbox: {
    ReadNotifications: { name: 'What you have read' },
    ReadAllNotifications: { name: 'What you have read' },
  },
});

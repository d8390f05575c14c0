import type { notificationNoun } from '#domain/notification/noun.ts';
import type { notificationProjection } from '#projections/notification/noun.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { OWN_ACCOUNT, own, type RightsOf } from '../rights.ts';

/** One reads one's own, whatever has become of the campus; nobody sees those of others. */
export const notificationRights: RightsOf<typeof notificationNoun, typeof notificationProjection> = {
  commands: {
    ReadNotifications: {
      open: OWN_ACCOUNT,
      data: ({ post, people }) => ({
        campus: 'ou',
        read: [{ notificationId: `${post}-${people.owner.userId}`, number: 1 }],
      }),
    },
    ReadAllNotifications: own({ campus: 'ou', upTo: 1 }),
  },
  topics: {
    notifications: ['owner', ({ people }) => topicName.notifications('ou', people.owner.userId)],
    unreadNotifications: ['owner', ({ people }) => topicName.unreadNotifications('ou', people.owner.userId)],
  },
};

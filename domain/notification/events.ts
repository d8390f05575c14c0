import * as z from 'zod/mini';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { idSchema } from '../kernel/ids.ts';
import { mailedNotificationKinds } from './kinds.ts';

/** A notification, named by what it is about and by its recipient: two ids, and a day if it is about saves or likes. */
export const notificationIdSchema = z
  .string()
  .check(z.regex(/^[0-9a-f-]{36}-[0-9a-f-]{36}(-\d{4}-\d{2}-\d{2})?$/, 'a notification is named by two ids'));

/** The place of a notification in the list of its recipient, from 1. It gets a new one whenever it comes again. */
export const numberSchema = z.int().check(z.minimum(1));

/** The things of one kind that have mails together: comments on a post, replies below a comment, likes of one thing. */
export const mailThread = {
  kind: z.enum(mailedNotificationKinds),
  thread: idSchema,
};

/** Notifications that somebody has seen, each as it was then: one that came again meanwhile is unread. */
export const readSchema = z.strictObject({ notificationId: notificationIdSchema, number: numberSchema });

/**
 * The events of notifications. A notification is none (D50): it follows from the event that it is about. What people read
 * is a stream for each command (`notification-<id>`), so none fills up; the steps in which a thread is notified are one
 * for each comment (`notification-<commentId>`), the mails about a notification and its end are its own (`notification-<notificationId>`).
 */
export const notificationEvents = {
  /** Somebody has had notifications in sight (Q50). */
  NotificationsRead: defineEvent({
    type: 'NotificationsRead',
    schema: z.strictObject({ userId: idSchema, campus: z.string(), read: z.array(readSchema) }),
  }),
  /** Somebody has marked all as read, up to the newest one that was there. */
  AllNotificationsRead: defineEvent({
    type: 'AllNotificationsRead',
    schema: z.strictObject({ userId: idSchema, campus: z.string(), upTo: numberSchema }),
  }),
  /** A comment concerns these people, who wrote in the same thread: a step of several, if they are many. */
  ParticipantsNotified: defineEvent({
    type: 'ParticipantsNotified',
    schema: z.strictObject({
      commentId: idSchema,
      campus: z.string(),
      /** Who wrote the comment. */
      author: idSchema,
      /** The post above it. */
      root: idSchema,
      kind: z.enum(['post interaction', 'comment interaction']),
      userIds: z.array(idSchema),
    }),
  }),
  /** A mail says that it, and others of its thread, are unread (D51): once for a number. */
  NotificationMailed: defineEvent({
    type: 'NotificationMailed',
    schema: z.strictObject({
      notificationId: notificationIdSchema,
      number: numberSchema,
      userId: idSchema,
      campus: z.string(),
      ...mailThread,
    }),
  }),
  /** The thing that the notification is about was deleted (NOTF-14). */
  NotificationEnded: defineEvent({
    type: 'NotificationEnded',
    schema: z.strictObject({ notificationId: notificationIdSchema, userId: idSchema, campus: z.string() }),
  }),
};

export type NotificationEvent = EventOf<typeof notificationEvents>;

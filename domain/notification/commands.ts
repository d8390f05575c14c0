import * as z from 'zod/mini';
import { CAMPUS_ID_MAX_CHARACTERS } from '../campus/limits.ts';
import { type Actor, actorId } from '../kernel/actor.ts';
import { type CommandOf, defineCommand, type FactsOf } from '../kernel/command.ts';
import type { DecideContext } from '../kernel/decider.ts';
import { idSchema, newId } from '../kernel/ids.ts';
import { postFact } from '../post/state.ts';
import { userFact } from '../user/state.ts';
import { mailThread, notificationIdSchema, numberSchema, readSchema } from './events.ts';
import { NOTIFIED_AT_ONCE_MAX, READ_AT_ONCE_MAX } from './limits.ts';

const campus = z.string().check(z.maxLength(CAMPUS_ID_MAX_CHARACTERS));
const own = (command: { readonly id: string }) => newId(command.id, 0);
const userOf = (_command: unknown, actor: Actor) => ({ user: userFact(actorId(actor)) });

/** Commands on notifications: one marks one's own as read, all else follows from the events of other nouns. */
export const notificationCommands = {
  ReadNotifications: defineCommand({
    type: 'ReadNotifications',
    schema: z.strictObject({
      campus,
      read: z.array(readSchema).check(z.minLength(1), z.maxLength(READ_AT_ONCE_MAX)),
    }),
    category: 'notification',
    target: own,
    facts: userOf,
  }),
  ReadAllNotifications: defineCommand({
    type: 'ReadAllNotifications',
    schema: z.strictObject({ campus, upTo: numberSchema }),
    category: 'notification',
    target: own,
    facts: userOf,
  }),
  /** A comment is notified to people who wrote in the same thread before. */
  NotifyParticipants: defineCommand({
    type: 'NotifyParticipants',
    origin: 'server',
    schema: z.strictObject({
      commentId: idSchema,
      userIds: z.array(idSchema).check(z.minLength(1), z.maxLength(NOTIFIED_AT_ONCE_MAX)),
    }),
    category: 'notification',
    target: ({ data }) => data.commentId,
    facts: ({ data }) => ({ comment: postFact(data.commentId) }),
    /** Whose comment or post it answers: that person has a notification of another kind. */
    further: ({ comment }) => ({
      parent: comment.place === null || comment.place.parent === null ? null : postFact(comment.place.parent),
    }),
  }),
  /** Lets the mail about an unread notification go (NOTF-09, D51). */
  MailNotification: defineCommand({
    type: 'MailNotification',
    origin: 'server',
    schema: z.strictObject({
      notificationId: notificationIdSchema,
      number: numberSchema,
      userId: idSchema,
      campus,
      ...mailThread,
    }),
    category: 'notification',
    target: ({ data }) => data.notificationId,
  }),
  /** A notification ends with what it is about. */
  EndNotification: defineCommand({
    type: 'EndNotification',
    origin: 'server',
    schema: z.strictObject({ notificationId: notificationIdSchema, userId: idSchema, postId: idSchema }),
    category: 'notification',
    target: ({ data }) => data.notificationId,
    facts: ({ data }) => ({ post: postFact(data.postId) }),
  }),
};

type Definitions = typeof notificationCommands;

/** The command of a type, as its decision gets it. */
export type NotificationCommandNamed<Type extends keyof Definitions> = CommandOf<Definitions[Type]>;
/** Context of a command's decision, with the facts that the command declares. */
export type NotificationContext<Type extends keyof Definitions> = DecideContext<FactsOf<Definitions[Type]>>;

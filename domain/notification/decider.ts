import { actingViewer } from '../kernel/acting.ts';
import { assertNever } from '../kernel/assertNever.ts';
import { accept, type Decision, defineDecider, refuse } from '../kernel/decider.ts';
import { kernelRejection } from '../kernel/kernelRejection.ts';
import type { Counted } from '../kernel/streamLimit.ts';
import { postRejection } from '../post/rejection.ts';
import { notificationAccess } from './access.ts';
import { type NotificationCommandNamed, type NotificationContext, notificationCommands } from './commands.ts';
import type { NotificationEvent } from './events.ts';

/** The state of a stream: one read mark, the people whom a comment was notified to, or the end of a notification. */
export interface NotificationState extends Counted {
  readonly notified: readonly string[];
  readonly ended: boolean;
  /** The number with which it was mailed last; 0: never. */
  readonly mailed: number;
}

function readNotifications(
  { eventCount }: NotificationState,
  { data: { campus, read } }: NotificationCommandNamed<'ReadNotifications'>,
  { actor, facts: { user } }: NotificationContext<'ReadNotifications'>,
): Decision<NotificationEvent> {
  const viewer = actingViewer(actor, user);
  const denied = notificationAccess.mayDo.ReadNotifications(viewer);
  if (denied !== null) return refuse(denied);
  if (viewer.userId === null) return refuse(kernelRejection('SIGNED_OUT'));
  if (eventCount > 0) return accept();
  return accept<NotificationEvent>({
    type: 'NotificationsRead',
    data: { userId: viewer.userId, campus, read: [...read] },
  });
}

function readAllNotifications(
  { eventCount }: NotificationState,
  { data: { campus, upTo } }: NotificationCommandNamed<'ReadAllNotifications'>,
  { actor, facts: { user } }: NotificationContext<'ReadAllNotifications'>,
): Decision<NotificationEvent> {
  const viewer = actingViewer(actor, user);
  const denied = notificationAccess.mayDo.ReadAllNotifications(viewer);
  if (denied !== null) return refuse(denied);
  if (viewer.userId === null) return refuse(kernelRejection('SIGNED_OUT'));
  if (eventCount > 0) return accept();
  return accept<NotificationEvent>({ type: 'AllNotificationsRead', data: { userId: viewer.userId, campus, upTo } });
}

/** Each person once for a comment, and neither its author (NOTF-07) nor the person whom it answers. */
function notifyParticipants(
  { notified }: NotificationState,
  { data: { commentId, userIds } }: NotificationCommandNamed<'NotifyParticipants'>,
  { actor, facts: { comment, parent } }: NotificationContext<'NotifyParticipants'>,
): Decision<NotificationEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  const { place } = comment;
  if (place === null || place.parent === null) return refuse(postRejection('POST_UNKNOWN'));
  if (comment.deleted) return refuse(postRejection('POST_DELETED'));
  const { author, root, campus } = place;
  const others = [...new Set(userIds)].filter(
    (userId) => userId !== author && userId !== parent?.place?.author && !notified.includes(userId),
  );
  if (others.length === 0) return accept();
  const kind = place.parent === root ? 'post interaction' : 'comment interaction';
  return accept<NotificationEvent>({
    type: 'ParticipantsNotified',
    data: { commentId, campus, author, root, kind, userIds: others },
  });
}

function endNotification(
  { ended }: NotificationState,
  { data: { notificationId, userId } }: NotificationCommandNamed<'EndNotification'>,
  { actor, facts: { post } }: NotificationContext<'EndNotification'>,
): Decision<NotificationEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  if (post.place === null) return refuse(postRejection('POST_UNKNOWN'));
  if (!post.deleted) return refuse(postRejection('POST_STANDS'));
  if (ended) return accept();
  const { campus } = post.place;
  return accept<NotificationEvent>({ type: 'NotificationEnded', data: { notificationId, userId, campus } });
}

/** A mail goes once for a number: a look that runs twice, or is killed in its middle, mails once (D51). */
function mailNotification(
  { ended, mailed }: NotificationState,
  { data }: NotificationCommandNamed<'MailNotification'>,
  { actor }: NotificationContext<'MailNotification'>,
): Decision<NotificationEvent> {
  if (actor.kind !== 'system') return refuse(kernelRejection('NOT_ALLOWED'));
  // The name of a notification ends with the one whom it is for: nobody else is mailed about it.
  if (!data.notificationId.includes(`-${data.userId}`)) return refuse(kernelRejection('NOT_ALLOWED'));
  return ended || data.number <= mailed ? accept() : accept<NotificationEvent>({ type: 'NotificationMailed', data });
}

function evolve(state: NotificationState, event: NotificationEvent): NotificationState {
  switch (event.type) {
    case 'NotificationsRead':
    case 'AllNotificationsRead':
      return state;
    case 'ParticipantsNotified':
      return { ...state, notified: [...state.notified, ...event.data.userIds] };
    case 'NotificationMailed':
      return { ...state, mailed: event.data.number };
    case 'NotificationEnded':
      return { ...state, ended: true };
    default:
      return assertNever(event);
  }
}

/** The rules of notifications. */
export const notificationDecider = defineDecider(notificationCommands, {
  initial: { notified: [], ended: false, mailed: 0, eventCount: 0 },
  evolve,
  decide: {
    ReadNotifications: readNotifications,
    ReadAllNotifications: readAllNotifications,
    NotifyParticipants: notifyParticipants,
    MailNotification: mailNotification,
    EndNotification: endNotification,
  },
  closing: ['NotifyParticipants', 'EndNotification'],
});

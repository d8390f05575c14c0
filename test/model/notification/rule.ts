import type { NotificationEvent } from '#domain/notification/events.ts';
import { type Happened, isHouse, must, mustAcross, type Rule, type Unlawful } from '../model.ts';
import type { Part, Parts } from '../parts.ts';
import { postLedger } from '../post/parts.ts';
import { userLedger } from '../user/parts.ts';

/** `<comment>-<user>` of what was notified to people of a thread, the notifications that have ended, and numbers mailed. */
const ledger: Part<{
  readonly notified: Set<string>;
  readonly ended: Set<string>;
  readonly mailed: Map<string, number>;
}> = {
  begin: () => ({ notified: new Set(), ended: new Set(), mailed: new Map() }),
};

function* checkNotified({ stream, event, actor }: Happened, ledgers: Parts): Iterable<Unlawful | null> {
  const { commentId, campus, author, root, kind, userIds } = (
    event as Extract<NotificationEvent, { type: 'ParticipantsNotified' }>
  ).data;
  const { notified } = ledgers.of(ledger);
  const comment = ledgers.of(postLedger).get(commentId);
  yield must(isHouse(actor) && stream === `notification-${commentId}`, `${actor} notifies of ${commentId}`);
  const isOfComment = comment !== undefined && comment.parent !== null && comment.root === root;
  yield must(
    isOfComment && comment.campus === campus && comment.author === author,
    `${commentId} is notified and is no comment, or another one`,
  );
  const isOfPost = comment?.parent === root;
  yield must((kind === 'post interaction') === isOfPost, `${commentId} is notified as a ${kind}`);
  yield mustAcross(comment?.deleted === false, `${commentId} is notified and is deleted`);
  for (const userId of userIds) {
    const key = `${commentId}-${userId}`;
    yield must(!notified.has(key), `${key} is notified twice`);
    yield must(userId !== author, `${key} is notified to its author`);
    notified.add(key);
  }
}

function* check(happened: Happened, ledgers: Parts): Iterable<Unlawful | null> {
  const { stream, actor } = happened;
  const event = happened.event as NotificationEvent;
  switch (event.type) {
    case 'NotificationsRead':
    case 'AllNotificationsRead': {
      const { userId } = event.data;
      yield must(actor === userId, `${actor} reads the notifications of ${userId}`);
      yield mustAcross(ledgers.of(userLedger).confirmed.has(userId), `${userId} reads without an address`);
      return;
    }
    case 'ParticipantsNotified':
      return yield* checkNotified(happened, ledgers);
    case 'NotificationMailed': {
      const { notificationId, number, userId } = event.data;
      const { ended, mailed } = ledgers.of(ledger);
      yield must(isHouse(actor) && stream === `notification-${notificationId}`, `${actor} mails ${notificationId}`);
      yield must(number > (mailed.get(notificationId) ?? 0), `${notificationId} is mailed twice as ${number}`);
      yield must(!ended.has(notificationId), `${notificationId} is mailed and has ended`);
      yield must(notificationId.includes(`-${userId}`), `${notificationId} is mailed to ${userId}`);
      mailed.set(notificationId, number);
      return;
    }
    case 'NotificationEnded': {
      const { notificationId } = event.data;
      const { ended } = ledgers.of(ledger);
      yield must(isHouse(actor) && stream === `notification-${notificationId}`, `${actor} ends ${notificationId}`);
      yield must(!ended.has(notificationId), `${notificationId} ends twice`);
      const [target = ''] = /^.{36}/.exec(notificationId) ?? [];
      const isGone = ledgers.of(postLedger).get(target)?.deleted === true;
      yield mustAcross(isGone, `${notificationId} ends, and what it is about stands`);
      ended.add(notificationId);
    }
  }
}

/** The lawful events of notifications. */
export const notificationRule: Rule = { category: 'notification', check };

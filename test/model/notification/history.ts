import { notificationEvents } from '#domain/notification/events.ts';
import { mailedNotificationKinds as KINDS } from '#domain/notification/kinds.ts';
import { id } from '#test/projections/support/events.ts';
import type { History, HistoryStep } from '../model.ts';
import { somePost } from '../post/parts.ts';
import { historyPeople } from '../user/parts.ts';
import { type Item, notifiedSoFar } from './naive.ts';

/** One read mark in this many is of what the notification was before it came again. */
const STALE = 3;
/** People whom a step notifies at most. */
const CROWD = 4;

const itemsOf = ({ log, parts }: History) => [...notifiedSoFar(parts, log.events).items.values()];

function pick(items: readonly Item[], what: number): Item | undefined {
  return items[what % (items.length || 1)];
}

/** A comment is notified to some people of its thread. */
function notify({ log, parts }: History, who: number, what: number): void {
  const comment = somePost(parts, what);
  if (comment === undefined || comment.place.parent === null) return;
  const { postId: commentId, campus, author, root, parent } = comment.place;
  const people = parts.of(historyPeople).map(({ name }) => id(name));
  const start = who % people.length;
  const userIds = [...people.slice(start), ...people.slice(0, start)].filter((each) => each !== author).slice(0, CROWD);
  const kind = parent === root ? 'post interaction' : 'comment interaction';
  if (userIds.length > 0) log.add('ParticipantsNotified', { commentId, campus, author, root, kind, userIds });
}

function read(history: History, who: number, what: number): void {
  const item = pick(itemsOf(history), what);
  if (item === undefined) return;
  const { user: userId, campus, id: notificationId } = item;
  const number = who % STALE === 0 ? Math.max(1, item.number - 1) : item.number;
  history.log.add('NotificationsRead', { userId, campus, read: [{ notificationId, number }] });
}

function readAll(history: History, _who: number, what: number): void {
  const item = pick(itemsOf(history), what);
  if (item === undefined) return;
  const { user: userId, campus, number: upTo } = item;
  history.log.add('AllNotificationsRead', { userId, campus, upTo });
}

/** A notification of something deleted ends, as the cascade does it. */
function end(history: History, _who: number, what: number): void {
  const { log } = history;
  const deleted = new Set(
    log.events.flatMap(({ type, data }) => (type === 'PostDeleted' ? (data as { postId: string }).postId : [])),
  );
  const item = pick(
    itemsOf(history).filter(({ target }) => deleted.has(target)),
    what,
  );
  if (item === undefined) return;
  const { id: notificationId, user: userId, campus } = item;
  log.add(notificationEvents.NotificationEnded.type, { notificationId, userId, campus });
}

interface Written {
  readonly postId: string;
  readonly root: string;
  readonly parent: string | null;
  readonly ancestors: readonly string[];
}

/** A mail about something that is unread, as the deadline lets it go. */
function mail(history: History, _who: number, what: number): void {
  const unread = itemsOf(history).filter((item) => item.unread && KINDS.some((kind) => kind === item.kind));
  const item = pick(unread, what);
  if (item === undefined) return;
  const { id: notificationId, number, user: userId, campus, kind, target } = item;
  const written = history.log.events.flatMap(({ type, data }) => (type === 'PostCreated' ? (data as Written) : []));
  const comment = written.find(({ postId }) => postId === target);
  if (comment === undefined) return;
  const { root, parent, ancestors } = comment;
  const below = parent === root ? root : (ancestors[1] ?? parent);
  const thread = kind === 'like' ? target : below;
  history.log.add('NotificationMailed', { notificationId, number, userId, campus, kind, thread });
}

const STEPS = [notify, read, end, notify, mail, readAll, read, end];

/** A step of histories: what is notified beside the comments, saves and likes, and what is read. One, to leave room for others. */
export const notificationSteps: Readonly<Record<string, HistoryStep>> = {
  notification: {
    often: 2,
    // By one number the kind of step, by the other the thing.
    act: (history, who, what) => STEPS[who % STEPS.length]?.(history, who, what),
  },
};

import type { RecordedEvent } from '#domain/kernel/event.ts';
import { LIKE_ACTORS_MAX, LIKE_GROUP_MS } from '#domain/notification/limits.ts';
import type { AnyEvent, EventNamed } from '#domain/registry.ts';
import type { DocumentRef } from '../kernel/collection.ts';
import { type DocumentView, type Fold, type Folds, type Write, write } from '../kernel/projection.ts';
import { endedTargets, likeNotificationKey, likers, type Notification, notifications } from './collections.ts';
import { mailboxRefs, type News, openMailbox } from './mailbox.ts';

/** Characters of the day in an ISO instant. */
const DAY_CHARACTERS = 10;

/** A save or a like: of one's post or comment, by somebody. */
interface Liked {
  readonly target: string;
  readonly post: string;
  readonly campus: string;
  readonly author: string;
  readonly actor: string;
  readonly at: string;
  readonly order: string;
}

const likerKey = ({ target, actor }: Liked) => [target, actor].join('-');

/**
 * Keys of the notification to which a save or like may belong: one that began on its day, or on the day before. No two
 * of a thing begin on one day, since each takes what comes for 24 hours.
 */
function groupKeys({ target, author, at }: Liked): { readonly today: string; readonly yesterday: string } {
  const before = new Date(Date.parse(at) - LIKE_GROUP_MS).toISOString();
  const key = (instant: string) => likeNotificationKey(target, author, instant.slice(0, DAY_CHARACTERS));
  return { today: key(at), yesterday: key(before) };
}

function readsOf(liked: Liked): readonly DocumentRef[] {
  // Nobody is notified of what they did themselves (NOTF-07).
  if (liked.actor === liked.author) return [];
  const { today, yesterday } = groupKeys(liked);
  return [
    { collection: endedTargets.name, key: liked.target },
    { collection: likers.name, key: likerKey(liked) },
    { collection: notifications.name, key: today },
    { collection: notifications.name, key: yesterday },
    ...mailboxRefs(liked.campus, liked.author),
  ];
}

/** The notification that takes a save or like: that of the last 24 hours, else a new one. */
function groupOf(liked: Liked, documents: DocumentView): { readonly id: string; readonly group?: Notification } {
  const { today, yesterday } = groupKeys(liked);
  const earlier = documents.get(notifications, yesterday);
  const isOpen = earlier !== undefined && Date.parse(liked.at) - Date.parse(earlier.began) < LIKE_GROUP_MS;
  if (isOpen) return { id: yesterday, group: earlier };
  const group = documents.get(notifications, today);
  return group === undefined ? { id: today } : { id: today, group };
}

/** It comes, or comes again with one more (D50). */
function like(liked: Liked, documents: DocumentView): readonly Write[] {
  const { target, post, campus, author, actor, at, order } = liked;
  if (actor === author || documents.get(endedTargets, target) !== undefined) return [];
  const { id, group } = groupOf(liked, documents);
  const isCounted = group !== undefined && documents.get(likers, likerKey(liked))?.notification === id;
  const mailbox = openMailbox(documents, campus, author);
  const news: News = {
    id,
    user: author,
    campus,
    kind: 'like',
    target,
    post,
    chat: null,
    actors: [actor, ...(group?.actors ?? []).filter((each) => each !== actor)].slice(0, LIKE_ACTORS_MAX),
    total: (group?.total ?? 0) + (isCounted ? 0 : 1),
    at,
    began: group?.began ?? at,
    order,
  };
  mailbox.receive(news, { kind: 'like', thread: target, post });
  const liker = { id: likerKey(liked), notification: id };
  return [...mailbox.writes(), write(likers, liker.id, liker)];
}

/**
 * A person who takes a save or like back is counted no more, in a notification that began on this day or the one before; an
 * older one stays as it was, as what was said then.
 */
function unlike(liked: Liked, documents: DocumentView): readonly Write[] {
  if (liked.actor === liked.author) return [];
  const liker = documents.get(likers, likerKey(liked));
  if (liker === undefined) return [];
  const forgotten = write(likers, liker.id, null);
  const { today, yesterday } = groupKeys(liked);
  if (liker.notification !== today && liker.notification !== yesterday) return [forgotten];
  const group = documents.get(notifications, liker.notification);
  if (group === undefined) return [forgotten];
  const mailbox = openMailbox(documents, liked.campus, liked.author);
  const actors = group.actors.filter((each) => each !== liked.actor);
  if (group.total === 1) mailbox.remove(group.id);
  else mailbox.replace({ ...group, actors, total: group.total - 1 });
  return [...mailbox.writes(), forgotten];
}

type SaveEvent = EventNamed<'PostSaved' | 'PostUnsaved'>;
type ReactionEvent = EventNamed<'CommentLiked' | 'CommentUnliked'>;

function saved({ data, meta, position }: RecordedEvent<SaveEvent>): Liked {
  const { postId, campus, author, userId } = data;
  return { target: postId, post: postId, campus, author, actor: userId, at: meta.at, order: position };
}

function liked({ data, meta, position }: RecordedEvent<ReactionEvent>): Liked {
  const { commentId, root, campus, author, userId } = data;
  return { target: commentId, post: root, campus, author, actor: userId, at: meta.at, order: position };
}

/** The fold of saves or likes, by what they have in common. */
function foldOf<Type extends AnyEvent['type']>(
  read: (event: RecordedEvent<EventNamed<Type>>) => Liked,
  change: (liked: Liked, documents: DocumentView) => readonly Write[],
): Fold<Type> {
  return { reads: (event) => readsOf(read(event)), fold: (event, documents) => change(read(event), documents) };
}

/** How saves and likes change notifications. */
export const likeFolds = {
  PostSaved: foldOf<'PostSaved'>(saved, like),
  PostUnsaved: foldOf<'PostUnsaved'>(saved, unlike),
  CommentLiked: foldOf<'CommentLiked'>(liked, like),
  CommentUnliked: foldOf<'CommentUnliked'>(liked, unlike),
} satisfies Folds;

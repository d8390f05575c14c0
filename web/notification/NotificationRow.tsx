import { Link } from 'react-router';
import { reveal } from '#domain/kernel/personal.ts';
import { titleOf } from '#domain/post/face.ts';
import { type Message, messages } from '#projections/message/collections.ts';
import type { Notification } from '#projections/notification/collections.ts';
import { type Post, posts } from '#projections/post/collections.ts';
import { people } from '#projections/user/collections.ts';
import { Age } from '../kit/Age.tsx';
import { cx } from '../kit/cx.ts';
import { MESSAGE_QUERY } from '../message/face.ts';
import { placePath, plainWords } from '../post/face.ts';
import { useDocument } from '../sync/hooks.ts';
import { FullName, UserAvatar } from '../user/face.ts';
import { kindLooks } from './kinds.ts';
import styles from './NotificationRow.module.css';
import { ROW_ATTRIBUTE } from './useReading.ts';

/** Pixels of the picture of the person who did it. */
const PICTURE_PX = 44;
/** Characters of a post that stand for its name. */
const NAME_MAX_CHARACTERS = 40;

/** A notification; the whole row leads to what it is about, the comment at its very place (NOTF-12). */
export function NotificationRow(props: {
  readonly notification: Notification;
  /** It was unread when it came into sight (Q50). */
  readonly looksUnread: boolean;
  readonly onOpen: () => void;
}) {
  const { notification, looksUnread, onOpen } = props;
  const { kind, actors, total, at, post: postId, chat, target: targetId } = notification;
  const target = useDocument(posts, chat === null ? targetId : null);
  const message = useDocument(messages, chat === null ? null : targetId);
  const post = useDocument(posts, postId);
  const actor = useDocument(people, actors[0] ?? null);
  const look = kindLooks[kind];
  const about = { isComment: targetId !== postId, total };
  const Icon = look.icon(about);
  const excerpt = chat === null ? plainWords(target === undefined ? null : reveal(target.text)) : wordsOf(message);
  return (
    <li {...{ [ROW_ATTRIBUTE]: notification.id }}>
      <Link
        className={cx(styles.row, looksUnread && styles.unread)}
        to={chat !== null ? talkPath(notification) : target === undefined ? `/post/${postId}` : placePath(target)}
        onClick={onOpen}
      >
        <span className={styles.picture}>
          <UserAvatar person={actor} size={PICTURE_PX} />
          <span className={styles.kind}>
            <Icon size={13} aria-hidden />
          </span>
        </span>
        <span className={styles.words}>
          <span className={styles.sentence}>
            <strong>{actor === undefined ? 'Somebody' : <FullName person={actor} />}</strong>
            {look.countsThings ? '' : othersOf(total)} {look.words(about)}
            {look.namesPost && <PostName post={post} kind={kind} />}
          </span>
          {excerpt !== '' && (
            <span className={styles.excerpt}>
              <bdi>{excerpt}</bdi>
            </span>
          )}
          <span className={styles.age}>
            <Age at={at} />
          </span>
        </span>
        {looksUnread && <span className={styles.dot} role="img" aria-label="Unread" />}
      </Link>
    </li>
  );
}

/** A message as one line; without words it says what it is. */
function wordsOf(message: Message | undefined): string {
  if (message === undefined) return '';
  const words = (reveal(message.text) ?? '').replace(/\s+/g, ' ').trim();
  if (words !== '') return words;
  if (message.post !== null) return 'Shared a post';
  return message.hasMedia ? 'Photo' : '';
}

/** The conversation, at the very message. */
function talkPath({ chat, target }: Notification): string {
  return `/messages/${chat}${target === chat ? '' : `?${MESSAGE_QUERY}=${target}`}`;
}

function othersOf(total: number): string {
  if (total === 1) return '';
  return total === 2 ? ' and 1 other' : ` and ${total - 1} others`;
}

/** The beginning of the post, so that one knows which it is; one without words is only "a post". */
function PostName({ post, kind }: { readonly post: Post | undefined; readonly kind: Notification['kind'] }) {
  const words = titleOf(post === undefined ? null : reveal(post.text));
  const letters = [...words];
  const name =
    letters.length > NAME_MAX_CHARACTERS ? `${letters.slice(0, NAME_MAX_CHARACTERS).join('').trim()}…` : words;
  if (name === '') return kind === 'comment' ? null : ' a post';
  return (
    <>
      {' “'}
      <bdi>{name}</bdi>”
    </>
  );
}

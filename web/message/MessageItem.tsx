import { Ellipsis, Heart } from 'lucide-react';
import { memo, type ReactNode, useRef } from 'react';
import { reveal } from '#domain/kernel/personal.ts';
import type { Message } from '#projections/message/collections.ts';
import { cx } from '../kit/cx.ts';
import { lazySoon } from '../kit/lazySoon.ts';
import { Menu } from '../kit/Menu.tsx';
import { useSend } from '../sync/hooks.ts';
import type { OutboxEntry } from '../sync/outbox/entry.ts';
import { showTaken } from '../sync/showTaken.ts';
import type { Sent } from '../sync/syncStore.ts';
import { Bubble } from './Bubble.tsx';
import styles from './Message.module.css';
import { MessageMedia } from './MessageMedia.tsx';
import { PendingMessage } from './PendingMessage.tsx';
import { SharedPost } from './SharedPost.tsx';
import { fullTime, messageTime } from './times.ts';

const loadPanel = () => import('./MessagePanel.tsx');
const MessagePanel = lazySoon(loadPanel);

/** A message of a conversation: what was written, when, and whether it is liked (CHAT-07, CHAT-11). */
export const MessageItem = memo(function MessageItem(props: {
  readonly message: Message;
  readonly isOwn: boolean;
  /** The other one's name. */
  readonly partner: string;
  /** Its entry in the outbox; `undefined`: the server has it. */
  readonly pending: OutboxEntry | undefined;
  /** The next one says the time of this one, too (`rows.ts`). */
  readonly isFollowed: boolean;
  readonly sharedTopic: string | null;
  /** "Delivered" or "Seen" under the last one. */
  readonly receipt: ReactNode;
}) {
  const { message, isOwn, partner, pending, isFollowed } = props;
  const author = isOwn ? 'you' : partner;
  const [file] = reveal(message.media) ?? [];
  const text = reveal(message.text) ?? '';
  return (
    <article
      className={cx(styles.message, isOwn && styles.own)}
      data-message={message.id}
      aria-label={`${isOwn ? 'You' : partner}, ${messageTime(message.sentAt)}`}
    >
      <div className={styles.line}>
        <div className={styles.content} title={isFollowed ? fullTime(message.sentAt) : undefined}>
          {file !== undefined && <MessageMedia messageId={message.id} media={file} author={author} />}
          {message.post !== null && <SharedPost postId={message.post.id} topic={props.sharedTopic} />}
          {text !== '' && <Bubble text={text} />}
        </div>
        {pending === undefined && <LikeToggle message={message} isOwn={isOwn} partner={partner} />}
        {!isOwn && <MessageMenu message={message} />}
      </div>
      <p className={cx(styles.meta, isFollowed && styles.followed)}>
        <Time at={message.sentAt} />
        {props.receipt}
      </p>
      {pending !== undefined && <PendingMessage entry={pending} />}
    </article>
  );
});

/** The menu of the other one's message. */
function MessageMenu({ message }: { readonly message: Message }) {
  return (
    <Menu
      label="Message options"
      load={loadPanel}
      panel={(open) => <MessagePanel {...open} message={message} />}
      button={(button) => (
        <button type="button" className={styles.options} aria-label="Message options" {...button}>
          <Ellipsis size={16} aria-hidden />
        </button>
      )}
    />
  );
}

/** When it was written; the whole date under the pointer, and while something of the message has the focus (Q44). */
function Time({ at }: { readonly at: string }) {
  return (
    <time className={styles.time} dateTime={at} title={fullTime(at)}>
      <span className={styles.short}>{messageTime(at)}</span>
      <span className={styles.full}>{fullTime(at)}</span>
    </time>
  );
}

/** A like of either of the two; shown at once, put right by the answer (CHAT-11, Q40). */
function LikeToggle(props: { readonly message: Message; readonly isOwn: boolean; readonly partner: string }) {
  const { message, isOwn, partner } = props;
  const { author, recipient, likedBy } = message;
  const [self, other] = isOwn ? [author, recipient] : [recipient, author];
  const liked = likedBy.includes(self);
  const likedByOther = likedBy.includes(other);
  const send = useSend();
  const last = useRef<Sent | null>(null);
  const toggle = () => {
    const sent = send(liked ? 'UnlikeMessage' : 'LikeMessage', { messageId: message.id });
    last.current = sent;
    if (!liked) showTaken(sent, 'Reaction sent.', () => last.current === sent);
  };
  const hint = [liked && 'you', likedByOther && partner].filter(Boolean).join(' and ');
  return (
    <button
      type="button"
      className={cx(styles.like, likedBy.length > 0 && styles.liked)}
      aria-label={liked ? 'Liked' : 'Like'}
      aria-pressed={liked}
      title={hint === '' ? 'Like' : `Liked by ${hint}`}
      onClick={toggle}
    >
      <Heart size={16} aria-hidden fill={likedBy.length > 0 ? 'currentColor' : 'none'} />
      {likedByOther && <span className="visually-hidden">Liked by {partner}</span>}
      {likedBy.length > 1 && <span aria-hidden>{likedBy.length}</span>}
    </button>
  );
}

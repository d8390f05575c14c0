import { MessagesSquare } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { type Conversation, conversations, isUnread, messages } from '#projections/message/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { people } from '#projections/user/collections.ts';
import { ButtonLink } from '../kit/Button.tsx';
import { cx } from '../kit/cx.ts';
import { Skeleton } from '../kit/Skeleton.tsx';
import { EmptyState } from '../kit/State.tsx';
import { listDate, POST_DELETED_TEXT, sharedTopics, useSharedPost } from '../message/face.ts';
import { type TopicView, useDocument, useDocuments, useTopic, useWindow } from '../sync/hooks.ts';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';
import { UserAvatar } from '../user/face.ts';
import styles from './ChatList.module.css';
import { lastWords } from './lastWords.ts';
import { partnerName } from './partnerName.ts';

/** CSS pixels from the lower end of the list at which the next conversations are asked for. */
const NEXT_TRIGGER_PX = 251;
/** CSS pixels of a person's picture. */
const PICTURE_PX = 48;

/** Where the list was scrolled to, for the way back to it. */
let place = 0;

/** One's conversations, the newest activity first, live (CHAT-01, CHAT-02). @param shown id of the opened one */
export function ChatList({ userId, shown }: { readonly userId: string; readonly shown: string | null }) {
  const name = topicName.conversations(userId);
  const topic = useTopic(name);
  const found = useDocuments(conversations, useWindow(name));
  const isKnown = topic.status === 'live' || topic.status === 'stale';
  if (found.length > 0) return <Rows found={found} topic={topic} shown={shown} />;
  if (!isKnown || topic.hasMore) return <TopicWaiting topic={topic} skeleton={<Bones count={6} />} />;
  return (
    <EmptyState
      icon={<MessagesSquare size={32} />}
      title="Send a message, get a message"
      text="Ask about an offer, or say hello to somebody you know."
      action={
        <ButtonLink variant="primary" to="/messages/new">
          New message
        </ButtonLink>
      }
    />
  );
}

function Rows(props: {
  readonly found: readonly Conversation[];
  readonly topic: TopicView;
  readonly shown: string | null;
}) {
  const { found, topic } = props;
  const { hasMore, loadingMore, loadMore } = topic;
  const list = useRef<HTMLDivElement>(null);
  const topics = useSharedTopics(found);
  useLayoutEffect(() => {
    if (list.current !== null) list.current.scrollTop = place;
  }, []);
  const look = () => {
    const { current } = list;
    if (current === null) return;
    place = current.scrollTop;
    const below = current.scrollHeight - current.clientHeight - current.scrollTop;
    if (hasMore && !loadingMore && below <= NEXT_TRIGGER_PX) loadMore();
  };
  // A short page may leave the lower end in sight.
  useEffect(look);
  return (
    <div ref={list} className={styles.scroller} onScroll={look}>
      <ul className={styles.list} aria-label="Conversations">
        {found.map((side) => (
          <li key={side.id}>
            <Row side={side} isShown={side.chat === props.shown} topics={topics} />
          </li>
        ))}
      </ul>
      {hasMore && <Bones count={1} />}
    </div>
  );
}

/** The topics of the posts that the last messages share, by post. */
function useSharedTopics(found: readonly Conversation[]): ReadonlyMap<string, string> {
  const ids = useMemo(() => found.flatMap(({ lastMessage }) => lastMessage?.id ?? []), [found]);
  const last = useDocuments(messages, ids);
  return useMemo(() => sharedTopics(last), [last]);
}

function Row(props: {
  readonly side: Conversation;
  readonly isShown: boolean;
  readonly topics: ReadonlyMap<string, string>;
}) {
  const { side, isShown } = props;
  const person = useDocument(people, side.partner);
  const message = useDocument(messages, side.lastMessage?.id ?? null);
  const post = message?.post?.id ?? null;
  const topic = post === null ? null : (props.topics.get(post) ?? null);
  const isDeleted = useSharedPost(post, topic).kind === 'deleted';
  const unread = isUnread(side);
  return (
    <Link
      className={cx(styles.row, unread && styles.unread)}
      to={`/messages/${side.chat}`}
      aria-current={isShown ? 'page' : undefined}
    >
      <UserAvatar person={side.closed ? undefined : person} size={PICTURE_PX} />
      <span className={styles.words}>
        <span className={styles.name}>
          <bdi>{partnerName(person, side.closed)}</bdi>
        </span>
        <span className={styles.last} dir="auto">
          {lastWords(side, message, isDeleted ? POST_DELETED_TEXT : undefined)}
        </span>
      </span>
      <span className={styles.facts}>
        <time className={styles.date} dateTime={side.lastModified}>
          {listDate(side.lastModified)}
        </time>
        {unread && (
          <span className={styles.dot}>
            <span className="visually-hidden">Unread</span>
          </span>
        )}
      </span>
    </Link>
  );
}

/** Grey rows in place of conversations that are loading. */
function Bones({ count }: { readonly count: number }) {
  return (
    <div role="status" aria-label="Loading conversations">
      {Array.from({ length: count }, (_, index) => (
        <div key={String(index)} className={styles.bone}>
          <Skeleton width={PICTURE_PX} height={PICTURE_PX} round />
          <span className={styles.words}>
            <Skeleton width="48%" height={16} />
            <Skeleton width="80%" height={14} />
          </span>
        </div>
      ))}
    </div>
  );
}

import { useMemo, useRef } from 'react';
import type { Notification } from '#projections/notification/collections.ts';
import { unreadCount } from '#projections/notification/unread.ts';
import { posts } from '#projections/post/collections.ts';
import { Button } from '../kit/Button.tsx';
import { ListEnd } from '../kit/ListEnd.tsx';
import { PageHeader } from '../kit/navigation/PageHeader.tsx';
import { useKeepScroll } from '../kit/navigation/useKeepScroll.ts';
import { FEED_TRIGGER_PX, useInfiniteScroll } from '../kit/useInfiniteScroll.ts';
import { type TopicView, useDocuments, useSend, useTopic } from '../sync/hooks.ts';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';
import { LiveTargets, useTargetTopics } from './LiveTargets.tsx';
import { NothingYet } from './NothingYet.tsx';
import { NotificationRow } from './NotificationRow.tsx';
import styles from './NotificationsPage.module.css';
import { RowSkeletons } from './RowSkeletons.tsx';
import { useLists } from './useLists.ts';
import { useReading } from './useReading.ts';
import { countOf, isUnreadIn, useUnread } from './useUnread.ts';

/** `/notifications`: what others did that concerns one, newest first, live (NOTF-01). */
export default function NotificationsPage() {
  const { found, topic } = useLists();
  const standing = useStanding(found);
  // That of a deleted post is about to end: it is not shown (NOTF-14).
  const shown = useMemo(() => found.filter(({ post }) => post === null || standing.has(post)), [found, standing]);
  const targets = useTargetTopics(found);
  const { status } = useTopic(targets[0] ?? null);
  // The rows come with what they quote, so that they do not grow under the eye.
  const isQuoted = targets.length === 0 || status !== 'loading';
  useKeepScroll(shown.length > 0 && isQuoted, topic);
  return (
    <>
      <PageHeader variant="tab" title="Notifications" />
      <LiveTargets topics={targets} />
      {shown.length > 0 && isQuoted ? (
        <List shown={shown} topic={topic} />
      ) : shown.length === 0 && (topic.status === 'live' || topic.status === 'stale') && !topic.hasMore ? (
        <NothingYet />
      ) : (
        <TopicWaiting topic={topic} skeleton={<RowSkeletons count={8} />} />
      )}
    </>
  );
}

/** The posts of notifications that stand, by their ids. */
function useStanding(found: readonly Notification[]): ReadonlySet<string> {
  const standing = useDocuments(
    posts,
    useMemo(() => found.flatMap(({ post }) => post ?? []), [found]),
  );
  return useMemo(() => new Set(standing.map(({ id }) => id)), [standing]);
}

function List(props: { readonly shown: readonly Notification[]; readonly topic: TopicView }) {
  const { shown, topic } = props;
  const unread = useUnread();
  const send = useSend();
  const list = useRef<HTMLUListElement>(null);
  const open = useReading(list, shown, unread);
  /** By notification, the number with which it came unread into this visit: it keeps that look until one leaves (Q50). */
  const arrived = useRef(new Map<string, number>());
  for (const each of shown) if (isUnreadIn(unread, each)) arrived.current.set(each.id, each.number);
  useInfiniteScroll({
    triggerPx: FEED_TRIGGER_PX,
    ready: topic.hasMore && !topic.loadingMore,
    loadMore: topic.loadMore,
    count: shown.length,
  });

  const markAll = () => {
    arrived.current.clear();
    for (const [campus, list] of unread) {
      if (unreadCount(list) > 0) send('ReadAllNotifications', { campus, upTo: list.last });
    }
  };
  return (
    <>
      <div className={styles.tools}>
        <Button size="small" variant="quiet" disabled={countOf(unread) === 0} onClick={markAll}>
          Mark all as read
        </Button>
      </div>
      <ul ref={list} className={styles.list} aria-label="Notifications">
        {shown.map((each) => (
          <NotificationRow
            key={each.id}
            notification={each}
            looksUnread={arrived.current.get(each.id) === each.number}
            onOpen={() => open(each)}
          />
        ))}
      </ul>
      {topic.hasMore ? <RowSkeletons count={1} label="Loading more notifications" /> : <ListEnd />}
    </>
  );
}

import { ArrowDown, MessagesSquare } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { NewsPill } from '../../kit/NewsPill.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { EmptyState } from '../../kit/State.tsx';
import type { TopicView } from '../../sync/hooks.ts';
import { TopicWaiting } from '../../sync/TopicWaiting.tsx';
import { BranchView } from './BranchView.tsx';
import { bringIntoSight } from './bringIntoSight.ts';
import { shownWithoutComments } from './shownWithoutComments.ts';
import styles from './Thread.module.css';
import type { Branch } from './tree.ts';
import { type Thread, useThread } from './useThread.ts';

/**
 * The comments below a post, nested and oldest first (COMM-01 to COMM-03), a page at a time. New comments beyond the
 * shown ones are announced; one press shows the newest.
 *
 * @param topic the thread's own: comments are not announced before its first answer
 */
export function Replies({ postId, topic }: { readonly postId: string; readonly topic: TopicView }) {
  const thread = useThread(postId);
  const { start, end, count, news, hasMore } = thread;
  const [jumps, setJumps] = useState(0);
  const last = useRef<HTMLDivElement>(null);
  const toEnd = () => {
    thread.openEnd();
    setJumps(jumps + 1);
  };
  const isThere = end.length > 0;
  useEffect(() => {
    if (jumps === 0 || !isThere) return;
    bringIntoSight(last.current, 'end');
    // Keyboard navigation continues from there.
    const newest = [...(last.current?.parentElement?.querySelectorAll('article') ?? [])].at(-1);
    newest?.querySelector<HTMLElement>('a[href], button')?.focus({ preventScroll: true });
  }, [jumps, isThere]);

  if (start.length + end.length === 0) return <NoComments topic={topic} count={count} />;
  const shown = (branches: readonly Branch[]) =>
    branches.map((branch) => <BranchView key={branch.head.id} root={postId} branch={branch} own={thread.own} />);
  return (
    <section className={styles.list} aria-label="Comments">
      <div className={styles.heading}>
        <h2 className={styles.title}>Comments</h2>
        {hasMore && (
          <Button variant="quiet" size="small" onClick={toEnd}>
            Newest
          </Button>
        )}
      </div>
      <NewsPill icon={ArrowDown} text={news > 0 ? newComments(news) : null} onShow={toEnd} />
      {shown(start)}
      {hasMore && <More thread={thread} />}
      {shown(end)}
      <div ref={last} className={styles.last} />
    </section>
  );
}

/** The rest of a thread: it loads by itself at the bottom of the page, and by a press between its start and its end. */
function More({ thread: { loadingMore, loadMore } }: { readonly thread: Thread }) {
  return (
    <div className={styles.more}>
      <Button busy={loadingMore} onClick={loadMore}>
        {loadingMore ? 'Loading comments…' : 'Show more comments'}
      </Button>
    </div>
  );
}

/** Shown without comments: none exist, or the topic has not answered yet. */
function NoComments({ topic, count }: { readonly topic: TopicView; readonly count: number | undefined }) {
  const shown = shownWithoutComments(topic.status, count);
  if (shown === 'waiting') return <TopicWaiting topic={topic} skeleton={count === 0 ? null : <CommentSkeletons />} />;
  if (shown === 'nothing') return null;
  return <EmptyState icon={<MessagesSquare size={32} />} title="Be the first to comment" />;
}

/** Grey lines in place of comments that are loading. */
function CommentSkeletons() {
  return (
    <div role="status" aria-label="Loading comments">
      {[0, 1, 2].map((index) => (
        <div key={index} className={styles.comment}>
          <Skeleton width={32} height={32} round />
          <span className={styles.body}>
            <Skeleton width="36%" height={14} />
            <Skeleton width="88%" height={14} />
          </span>
        </div>
      ))}
    </div>
  );
}

/** "3 new comments". */
function newComments(count: number): string {
  return count === 1 ? '1 new comment' : `${count.toLocaleString('en-US')} new comments`;
}

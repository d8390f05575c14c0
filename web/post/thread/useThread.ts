import { useEffect, useMemo, useState } from 'react';
import { type Post, postCounters, posts } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { FEED_TRIGGER_PX, useInfiniteScroll } from '../../kit/useInfiniteScroll.ts';
import { type TopicView, useDocument, useDocuments, useTopic, useWindow } from '../../sync/hooks.ts';
import { useWritten } from '../compose/written.ts';
import { useAnsweredBelow } from './answered.ts';
import { type Branch, branchesOf } from './tree.ts';
import { useOwnComments } from './useOwnComments.ts';

/** The shown part of a thread: from its start, and from its end when the viewer asks for it, or has written there. */
export interface Thread {
  /** Comments on the post from the first one on. */
  readonly start: readonly Branch[];
  /** The newest ones, where some between them and the start are not at hand; else they are in `start`. */
  readonly end: readonly Branch[];
  /** One's own comments that are on their way. */
  readonly own: readonly Post[];
  /** Number of comments and replies that are not deleted; `undefined` until known. */
  readonly count: number | undefined;
  /** Comments written since the page was opened and beyond the shown ones. */
  readonly news: number;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  loadMore(): void;
  /** Brings the newest comments. */
  openEnd(): void;
}

/** Follows the thread below a post. */
export function useThread(postId: string): Thread {
  const name = topicName.post(postId);
  const topic = useTopic(name);
  const window = useDocuments(posts, useWindow(name));
  const own = useOwnComments(postId);
  const [atEnd, setAtEnd] = useState(false);
  // A comment sent from a phone is acknowledged before its thread is drawn again: then only this note identifies it.
  const noted = useWritten(({ written }) => {
    if (written?.root !== postId) return false;
    return written.branch === null || (window.length > 0 && !window.some(({ id }) => id === written.branch));
  });
  const writes = noted || own.some(({ parent }) => parent === postId);
  useEffect(() => {
    if (writes) setAtEnd(true);
  }, [writes]);
  const endName = atEnd && topic.hasMore ? topicName.latest(postId) : null;
  // The whole window would bring them too: then it is not asked for.
  const ending = useTopic(endName);
  const newest = useDocuments(posts, useWindow(endName));
  // A post comes with its counters: one that is there without them has none.
  const isKnown = useDocument(posts, postId) !== undefined;
  const counters = useDocument(postCounters, postId);
  const count = isKnown ? (counters?.comments ?? 0) : undefined;
  const answered = useAnsweredBelow(postId);
  const sought = useWritten(({ written }) => (written?.root === postId ? (written.branch ?? written.id) : null));
  useReach(sought, [...window, ...newest, ...own], topic, ending.status === 'live');

  const { start, end } = useMemo(() => {
    // The held documents come last: only those of deleted comments are missing among them.
    const branches = branchesOf(postId, [...answered, ...window, ...newest, ...own]);
    if (!topic.hasMore) return { start: branches, end: [] };
    const inWindow = new Set(window.map(({ id }) => id));
    const last = branches.findLastIndex(({ head }) => inWindow.has(head.id));
    return { start: branches.slice(0, last + 1), end: branches.slice(last + 1) };
  }, [postId, answered, window, newest, own, topic.hasMore]);

  useInfiniteScroll({
    triggerPx: FEED_TRIGGER_PX,
    ready: topic.hasMore && !topic.loadingMore && end.length === 0,
    loadMore: topic.loadMore,
    count: window.length,
  });

  return {
    start,
    end,
    own,
    count,
    news: useNews(count, topic.hasMore && end.length === 0),
    hasMore: topic.hasMore,
    loadingMore: topic.loadingMore,
    loadMore: topic.loadMore,
    openEnd: () => setAtEnd(true),
  };
}

/**
 * Loads page after page until a comment on the post is at hand: one between the start and the end is in neither.
 *
 * @param endIsThere the newest comments have come
 */
function useReach(sought: string | null, held: readonly Post[], topic: TopicView, endIsThere: boolean): void {
  const isAway = sought !== null && endIsThere && !held.some(({ id }) => id === sought);
  const { hasMore, loadingMore, loadMore } = topic;
  useEffect(() => {
    if (isAway && hasMore && !loadingMore) loadMore();
  }, [isAway, hasMore, loadingMore, loadMore]);
}

/** Growth of a count since it was first known; 0 while new comments are shown anyway. */
function useNews(count: number | undefined, isHidden: boolean): number {
  const [base, setBase] = useState(count);
  if (count !== undefined && (base === undefined || !isHidden) && base !== count) setBase(count);
  return isHidden && count !== undefined && base !== undefined ? Math.max(0, count - base) : 0;
}

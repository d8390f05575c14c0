import { type ReactNode, useEffect } from 'react';
import { awaitContent } from '../kit/firstView.ts';
import { SlowWord } from '../kit/SlowWord.tsx';
import { ErrorState, OfflineState } from '../kit/State.tsx';
import { useInfiniteScroll } from '../kit/useInfiniteScroll.ts';
import { useSlow } from '../kit/useSlow.ts';
import { type TopicView, useConnection } from './hooks.ts';

/**
 * Shown while a topic has no documents: a skeleton, after three seconds with a Retry; offline; refused (D27, Q43). A window
 * that was emptied by what the person did, and has more behind it, asks for that: there is no list to scroll.
 */
export function TopicWaiting({ topic, skeleton }: { readonly topic: TopicView; readonly skeleton: ReactNode }) {
  const connection = useConnection();
  const slow = useSlow(topic.status === 'loading');
  useEffect(awaitContent, []);
  const isKnown = topic.status === 'live' || topic.status === 'stale';
  useInfiniteScroll({
    triggerPx: Number.POSITIVE_INFINITY,
    ready: isKnown && topic.hasMore && !topic.loadingMore,
    loadMore: topic.loadMore,
    count: 0,
  });
  switch (topic.status) {
    case 'failed':
      return <ErrorState onRetry={topic.retry} />;
    case 'refused':
      return <ErrorState text={topic.refusal?.text} onRetry={topic.retry} />;
    default:
      if (connection === 'offline') return <OfflineState />;
      return (
        <>
          {slow && <SlowWord onRetry={topic.retry} />}
          {skeleton}
        </>
      );
  }
}

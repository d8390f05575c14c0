import { type ReactNode, useEffect } from 'react';
import { Button } from '../kit/Button.tsx';
import { awaitContent } from '../kit/firstView.ts';
import { ErrorState, OfflineState } from '../kit/State.tsx';
import { useSlow } from '../kit/useSlow.ts';
import { type TopicView, useConnection } from './hooks.ts';
import styles from './TopicWaiting.module.css';

/** Shown while a topic has no documents: a skeleton, after three seconds with a Retry; offline; refused (D27, Q43). */
export function TopicWaiting({ topic, skeleton }: { readonly topic: TopicView; readonly skeleton: ReactNode }) {
  const connection = useConnection();
  const slow = useSlow(topic.status === 'loading');
  useEffect(awaitContent, []);
  switch (topic.status) {
    case 'failed':
      return <ErrorState onRetry={topic.retry} />;
    case 'refused':
      return <ErrorState text={topic.refusal?.text} onRetry={topic.retry} />;
    default:
      if (connection === 'offline') return <OfflineState />;
      return (
        <>
          {slow && (
            <div className={styles.slow} role="status">
              <p>This takes longer than usual.</p>
              <Button onClick={topic.retry}>Retry</Button>
            </div>
          )}
          {skeleton}
        </>
      );
  }
}

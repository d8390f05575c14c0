import { CloudUpload, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useConnection, useOutbox, useOutboxActions, usePending } from '../../sync/hooks.ts';
import { entriesOf } from './entriesOf.ts';
import styles from './PostCard.module.css';

/** State of a post or comment that is not acknowledged yet; draws nothing once it is. */
export function PendingLine({ postId }: { readonly postId: string }) {
  const pending = usePending('post', postId);
  const outbox = useOutbox();
  const actions = useOutboxActions();
  const connection = useConnection();
  if (pending === null) return null;
  const entries = entriesOf(outbox, postId);
  if (pending === 'sending' && entries.some(({ isUnkept }) => isUnkept === true)) {
    return (
      <p className={styles.pending}>
        <TriangleAlert size={14} aria-hidden /> Not saved on this device: keep this page open until it is sent
      </p>
    );
  }
  if (pending === 'sending' && (connection === 'offline' || connection === 'reconnecting')) {
    return (
      <p className={styles.pending}>
        <CloudUpload size={14} aria-hidden /> Waiting for connection
      </p>
    );
  }
  if (pending === 'sending') {
    return (
      <p className={styles.pending}>
        <LoaderCircle size={14} aria-hidden /> Sending…
      </p>
    );
  }
  const forAll = (act: (id: string) => void) => () => {
    for (const { id } of entries) act(id);
  };
  return (
    <p className={styles.pending}>
      <TriangleAlert size={14} aria-hidden />
      <span className={styles.failed}>failed</span>·
      {entries.some((entry) => entry.status !== 'rejected') && (
        <button type="button" onClick={forAll(actions.retry)}>
          Retry
        </button>
      )}
      <button type="button" onClick={forAll(actions.discard)}>
        Discard
      </button>
    </p>
  );
}

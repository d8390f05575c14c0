import { CloudUpload, LoaderCircle, type LucideIcon, RefreshCw, TriangleAlert } from 'lucide-react';
import { useConnection, useIsOutdated, useOutbox, useOutboxActions, usePending } from '../../sync/hooks.ts';
import { entriesOf } from './entriesOf.ts';
import styles from './PostCard.module.css';
import { type PendingReason, pendingReason } from './pendingReason.ts';

const REASONS: Readonly<Record<PendingReason, { readonly Icon: LucideIcon; readonly text: string }>> = {
  'not kept': { Icon: TriangleAlert, text: 'Not saved on this device: keep this page open until it is sent' },
  'new version': { Icon: RefreshCw, text: 'A new version is ready: reload the page to send' },
  connection: { Icon: CloudUpload, text: 'Waiting for connection' },
  answer: { Icon: LoaderCircle, text: 'Sending…' },
};

/** State of a post or comment that is not acknowledged yet; draws nothing once it is. */
export function PendingLine({ postId }: { readonly postId: string }) {
  const pending = usePending('post', postId);
  const outbox = useOutbox();
  const actions = useOutboxActions();
  const connection = useConnection();
  const isOutdated = useIsOutdated();
  if (pending === null) return null;
  const entries = entriesOf(outbox, postId);
  if (pending === 'sending') {
    const isKept = !entries.some(({ isUnkept }) => isUnkept === true);
    const { Icon, text } = REASONS[pendingReason({ connection, isOutdated, isKept })];
    return (
      <p className={styles.pending}>
        <Icon size={14} aria-hidden /> {text}
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

import { CloudUpload, LoaderCircle, type LucideIcon, RefreshCw, TriangleAlert } from 'lucide-react';
import { useConnection, useIsOutdated, useOutbox, useOutboxActions } from '../../sync/hooks.ts';
import { entriesOf } from './entriesOf.ts';
import styles from './PostCard.module.css';
import { type PendingReason, pendingReason } from './pendingReason.ts';

const REASONS: Readonly<Record<PendingReason, { readonly Icon: LucideIcon; readonly text: string }>> = {
  'not kept': { Icon: TriangleAlert, text: 'Not saved on this device: keep this page open until it is sent' },
  'new version': { Icon: RefreshCw, text: 'A new version is ready: reload the page to send' },
  connection: { Icon: CloudUpload, text: 'Waiting for connection' },
  answer: { Icon: LoaderCircle, text: 'Sending…' },
};

/** Why a post or comment is not acknowledged yet, and the next step where it has failed. */
export default function PendingState(props: { readonly postId: string; readonly pending: 'sending' | 'failed' }) {
  const { postId, pending } = props;
  const outbox = useOutbox();
  const actions = useOutboxActions();
  const connection = useConnection();
  const isOutdated = useIsOutdated();
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

import { CloudUpload, LoaderCircle, type LucideIcon, RefreshCw, TriangleAlert } from 'lucide-react';
import { useConnection, useIsOutdated, useOutbox, useOutboxActions } from '../../sync/hooks.ts';
import { PENDING_TEXTS, type PendingReason, pendingReason } from '../../writing/face.ts';
import { entriesOf } from './entriesOf.ts';
import styles from './PostCard.module.css';

const ICONS: Readonly<Record<PendingReason, LucideIcon>> = {
  'not kept': TriangleAlert,
  'new version': RefreshCw,
  connection: CloudUpload,
  answer: LoaderCircle,
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
    const reason = pendingReason({ connection, isOutdated, isKept });
    const Icon = ICONS[reason];
    return (
      <p className={styles.pending}>
        <Icon size={14} aria-hidden /> {PENDING_TEXTS[reason]}
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

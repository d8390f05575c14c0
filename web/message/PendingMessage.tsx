import { TriangleAlert } from 'lucide-react';
import { newId } from '#domain/kernel/ids.ts';
import { cx } from '../kit/cx.ts';
import { callOffUpload, useConnection, useIsOutdated, useOutboxActions } from '../sync/hooks.ts';
import type { OutboxEntry, PendingUpload } from '../sync/outbox/entry.ts';
import { PENDING_TEXTS, pendingReason } from '../writing/face.ts';
import { Bubble } from './Bubble.tsx';
import { requestEdit } from './edits.ts';
import styles from './Message.module.css';
import { MessageMedia } from './MessageMedia.tsx';
import { SharedPost } from './SharedPost.tsx';
import { writtenOf } from './written.ts';

/** A message that the server does not have yet: its state, and the next step. */
export function PendingMessage({ entry }: { readonly entry: OutboxEntry }) {
  const { retry, discard } = useOutboxActions();
  const connection = useConnection();
  const isOutdated = useIsOutdated();
  const running = entry.uploads.find(({ media, progress }) => media === undefined && progress !== undefined);
  if (entry.status === 'failed') {
    return (
      <p className={styles.pending}>
        <TriangleAlert size={14} aria-hidden />
        <span className={styles.failed}>failed</span>·
        <button type="button" onClick={() => retry(entry.id)}>
          Retry
        </button>
        <button type="button" onClick={() => discard(entry.id)}>
          Discard
        </button>
      </p>
    );
  }
  return (
    <p className={styles.pending}>
      {PENDING_TEXTS[pendingReason({ connection, isOutdated, isKept: entry.isUnkept !== true })]}
      {running !== undefined && <Progress entry={entry} upload={running} />}
    </p>
  );
}

function Progress({ entry, upload }: { readonly entry: OutboxEntry; readonly upload: PendingUpload }) {
  return (
    <>
      <progress value={upload.progress} aria-label="Uploading" />
      <button type="button" onClick={() => callOffUpload(entry.id, upload.name)}>
        Cancel
      </button>
    </>
  );
}

/** A message that was refused, where it was written: with the reason, and what can be done about it. */
export function UnsentMessage({ entry }: { readonly entry: OutboxEntry }) {
  const { retry, discard } = useOutboxActions();
  const { text, media, postId } = writtenOf(entry);
  const [file] = media;
  const isOld = entry.status === 'needs-consent';
  return (
    <article className={cx(styles.message, styles.own)} aria-label="Your message, not sent">
      <div className={styles.line}>
        <div className={styles.content}>
          {file !== undefined && <MessageMedia messageId={newId(entry.commandId, 0)} media={file} author="you" />}
          {postId !== null && <SharedPost postId={postId} topic={null} />}
          {text !== '' && <Bubble text={text} />}
        </div>
      </div>
      <p className={styles.pending} role="status">
        <TriangleAlert size={14} aria-hidden />
        <span className={styles.failed}>{reasonOf(entry)}</span>
      </p>
      <p className={styles.pending}>
        <button type="button" onClick={() => retry(entry.id)}>
          {isOld ? 'Send' : 'Retry'}
        </button>
        <button type="button" onClick={() => requestEdit(entry)}>
          Edit
        </button>
        <button type="button" onClick={() => discard(entry.id)}>
          Discard
        </button>
      </p>
    </article>
  );
}

function reasonOf({ status, refusal }: OutboxEntry): string {
  if (status === 'needs-consent') return 'This is more than a day old. Shall it still be sent?';
  return refusal?.text ?? 'It could not be sent.';
}

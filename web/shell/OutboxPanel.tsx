import { CloudUpload, TriangleAlert } from 'lucide-react';
import { Suspense } from 'react';
import { Button } from '../kit/Button.tsx';
import { useConnection, useOutbox, useOutboxActions } from '../sync/hooks.ts';
import type { OutboxEntry } from '../sync/outbox/entry.ts';
import styles from './OutboxPanel.module.css';
import { outboxLabel } from './registry.ts';

function needsAttention(entry: OutboxEntry): boolean {
  return entry.status === 'failed' || entry.status === 'rejected' || entry.status === 'needs-consent';
}

/** Commands that have not reached the server: quiet while offline, with Retry and Discard after a failure. */
export default function OutboxPanel() {
  const outbox = useOutbox();
  const connection = useConnection();
  const wrong = outbox.filter(needsAttention);
  const waiting = outbox.length - wrong.length;
  const offline = connection === 'offline' || connection === 'reconnecting';
  const unkept = (offline || wrong.length > 0) && outbox.some(({ isUnkept }) => isUnkept === true);
  if (wrong.length === 0 && !unkept && (waiting === 0 || !offline)) return null;

  return (
    <section className={styles.panel} data-outbox aria-label="Not sent yet">
      {unkept && (
        <p className={styles.why} role="alert">
          What waits is not saved on this device. Keep this page open until it is sent.
        </p>
      )}
      {waiting > 0 && offline && (
        <h2 className={styles.head}>
          <CloudUpload size={20} aria-hidden />
          {waiting === 1 ? '1 action waits to be sent' : `${waiting} actions wait to be sent`}
        </h2>
      )}
      {wrong.length > 0 && (
        <>
          <h2 className={styles.head}>
            <TriangleAlert size={20} aria-hidden />
            {wrong.length === 1 ? '1 action was not sent' : `${wrong.length} actions were not sent`}
          </h2>
          {wrong.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </>
      )}
    </section>
  );
}

function Entry({ entry }: { readonly entry: OutboxEntry }) {
  const actions = useOutboxActions();
  const { name, excerpt, TakeBack } = outboxLabel(entry.type, entry.data);
  return (
    <div className={styles.entry}>
      <span className={styles.what}>
        {name}
        {excerpt !== '' && (
          <span className={styles.excerpt} dir="auto">
            {excerpt}
          </span>
        )}
      </span>
      <span className={styles.why}>
        {entry.status === 'needs-consent'
          ? 'This is more than a day old. Shall it still be sent?'
          : (entry.refusal?.text ?? 'It could not be sent.')}
      </span>
      <div className={styles.buttons}>
        {entry.status !== 'rejected' && (
          <Button size="small" onClick={() => actions.retry(entry.id)}>
            {entry.status === 'needs-consent' ? 'Send' : 'Retry'}
          </Button>
        )}
        {entry.status === 'rejected' && TakeBack !== undefined && (
          <Suspense>
            <TakeBack entry={entry} />
          </Suspense>
        )}
        <Button size="small" variant="quiet" onClick={() => actions.discard(entry.id)}>
          Discard
        </Button>
      </div>
    </div>
  );
}

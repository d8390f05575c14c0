import { ChevronDown, ChevronUp, CloudUpload, TriangleAlert } from 'lucide-react';
import { Suspense, useCallback, useId, useState } from 'react';
import { useLocation } from 'react-router';
import { Age } from '../kit/Age.tsx';
import { showAlert, UNDO, UNDO_ALERT_MS } from '../kit/alertStore.ts';
import { Button } from '../kit/Button.tsx';
import { inServerTime } from '../kit/time/serverClock.ts';
import { useConnection, useOutbox, useOutboxActions, useOwnActions } from '../sync/hooks.ts';
import { goesInSilence, type OutboxEntry } from '../sync/outbox/entry.ts';
import styles from './OutboxPanel.module.css';
import { outboxLabel } from './registry.ts';

/** Pixels between the panel and what ends above it, and below it to the edge. */
const GAP_PX = 24;

function needsAttention(entry: OutboxEntry): boolean {
  if (entry.status === 'rejected') return entry.refusal === null || !goesInSilence(entry, entry.refusal);
  return entry.status === 'failed' || entry.status === 'needs-consent';
}

/** Commands of a person that have not reached the server: quiet while offline, with Retry and Discard after a failure. */
export default function OutboxPanel() {
  const asked = useOwnActions();
  const connection = useConnection();
  const { pathname } = useLocation();
  const room = useRoom();
  const wrong = useOutbox().filter(needsAttention);
  const waiting = asked.filter((entry) => !needsAttention(entry));
  const offline = connection === 'offline' || connection === 'reconnecting';
  const unkept = (offline || wrong.length > 0) && asked.some(({ isUnkept }) => isUnkept === true);
  if (wrong.length === 0 && !unkept && (waiting.length === 0 || !offline)) return null;

  return (
    <section ref={room} className={styles.panel} data-outbox aria-label="Not sent yet">
      {unkept && (
        <p className={styles.why} role="alert">
          What waits is not saved on this device. Keep this page open until it is sent.
        </p>
      )}
      {waiting.length > 0 && offline && <Waiting key={pathname} entries={waiting} />}
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

/** Says to the style sheets how high the panel is: what ends below it gets as much room (`--outbox-room`). */
function useRoom(): (panel: HTMLElement | null) => (() => void) | undefined {
  return useCallback((panel) => {
    if (panel === null) return undefined;
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => style.setProperty('--outbox-room', `${panel.offsetHeight + GAP_PX}px`));
    watch.observe(panel);
    return () => {
      watch.disconnect();
      style.removeProperty('--outbox-room');
    };
  }, []);
}

/** The actions that wait for the connection; a press on their number lists them, until the next page, which it covers. */
function Waiting({ entries }: { readonly entries: readonly OutboxEntry[] }) {
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const Arrow = isOpen ? ChevronDown : ChevronUp;
  return (
    <>
      <h2>
        <button
          type="button"
          className={styles.open}
          aria-expanded={isOpen}
          aria-controls={list}
          onClick={() => setOpen(!isOpen)}
        >
          <CloudUpload size={20} aria-hidden />
          <span>
            {entries.length === 1 ? '1 action waits to be sent' : `${entries.length} actions wait to be sent`}
          </span>
          <Arrow size={18} aria-hidden />
        </button>
      </h2>
      <ul id={list} className={styles.list} hidden={!isOpen}>
        {entries.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <WaitingEntry entry={entry} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** An action that waits: it can be discarded before it is sent, and that can be undone. */
function WaitingEntry({ entry }: { readonly entry: OutboxEntry }) {
  const { discard, restore } = useOutboxActions();
  const { name, excerpt } = outboxLabel(entry.type, entry.data);
  const take = () => {
    discard(entry.id);
    const action = { label: UNDO, onPress: () => restore(entry) };
    showAlert('black', `${name} was discarded.`, { duration: UNDO_ALERT_MS, action, about: entry.id });
  };
  return (
    <>
      <What name={name} excerpt={excerpt} />
      <span className={styles.when}>
        <Age at={new Date(inServerTime(entry.consentedAt)).toISOString()} />
      </span>
      <div className={styles.buttons}>
        <Button
          size="small"
          variant="quiet"
          aria-label={`Discard: ${name}`}
          busy={entry.status === 'sending'}
          onClick={take}
        >
          Discard
        </Button>
      </div>
    </>
  );
}

function What({ name, excerpt }: { readonly name: string; readonly excerpt: string }) {
  return (
    <span className={styles.what}>
      {name}
      {excerpt !== '' && (
        <span className={styles.excerpt} dir="auto">
          {excerpt}
        </span>
      )}
    </span>
  );
}

function Entry({ entry }: { readonly entry: OutboxEntry }) {
  const actions = useOutboxActions();
  const { name, excerpt, TakeBack } = outboxLabel(entry.type, entry.data);
  return (
    <div className={styles.entry}>
      <What name={name} excerpt={excerpt} />
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

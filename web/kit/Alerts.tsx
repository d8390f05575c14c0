import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import styles from './Alerts.module.css';
import { ALERTS_MARK, type Alert, type AlertAction, alertStore, BAR_LEAD_MS, dismissAlert } from './alertStore.ts';
import { cx } from './cx.ts';
import { IconButton } from './IconButton.tsx';

/**
 * The list of alerts: urgent ones are read at once, the others when the screen reader pauses (SHEL-10, Q04). Both lists
 * exist from the start, because only additions to a live region are read. Each has `aria-live`, though its role implies
 * it: an open dialog hides the rest of the page from screen readers, except elements with that attribute.
 */
export function Alerts() {
  const alerts = alertStore((state) => state.alerts);
  const urgent = alerts.filter((alert) => alert.type === 'danger');
  const calm = alerts.filter((alert) => alert.type !== 'danger');
  return (
    <section className={styles.region} aria-label="Messages" data-screen-only {...{ [ALERTS_MARK]: '' }}>
      <div className={styles.list} role="alert" aria-live="assertive" aria-atomic={false}>
        {urgent.map((alert) => (
          <AlertCard key={alert.id} alert={alert} />
        ))}
      </div>
      <div className={styles.list} role="status" aria-live="polite">
        {calm.map((alert) => (
          <AlertCard key={alert.id} alert={alert} />
        ))}
      </div>
    </section>
  );
}

/** Counts down; hover and focus stop the clock. */
function AlertCard({ alert }: { readonly alert: Alert }) {
  const [held, setHeld] = useState({ pointer: false, focus: false });
  const paused = held.pointer || held.focus;
  const left = useRef(alert.duration);
  const dismiss = () => {
    dismissAlert(alert.id);
    alert.follower?.dismissed();
  };

  const { follower } = alert;
  useEffect(() => {
    if (!paused) return;
    follower?.held(true, left.current);
    return () => follower?.held(false, left.current);
  }, [paused, follower]);

  useEffect(() => {
    if (paused) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => dismissAlert(alert.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - startedAt;
    };
  }, [paused, alert.id]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hover and focus only stop the clock
    <div
      className={cx(styles.alert, styles[alert.type])}
      data-type={alert.type}
      data-paused={paused}
      onPointerEnter={() => setHeld((now) => ({ ...now, pointer: true }))}
      onPointerLeave={() => setHeld((now) => ({ ...now, pointer: false }))}
      onFocus={() => setHeld((now) => ({ ...now, focus: true }))}
      onBlur={() => setHeld((now) => ({ ...now, focus: false }))}
    >
      <span className={styles.text}>{alert.text}</span>
      {alert.action !== null && <Action action={alert.action} onDone={() => dismissAlert(alert.id)} />}
      <IconButton label="Dismiss" onClick={dismiss}>
        <X size={18} />
      </IconButton>
      <span className={styles.bar} style={{ animationDuration: `${alert.duration - BAR_LEAD_MS}ms` }} aria-hidden />
    </div>
  );
}

function Action({ action, onDone }: { readonly action: AlertAction; readonly onDone: () => void }) {
  if ('to' in action) {
    return (
      <Link className={styles.action} to={action.to} onClick={onDone}>
        {action.label}
      </Link>
    );
  }
  const press = () => {
    action.onPress();
    onDone();
  };
  return (
    <button type="button" className={styles.action} onClick={press}>
      {action.label}
    </button>
  );
}

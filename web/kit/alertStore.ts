import { create } from 'zustand';

/** Look and urgency of an alert (SHEL-10). */
export type AlertType = 'success' | 'okay' | 'black' | 'danger';

/** Action of an alert: one of our paths, or an immediate action such as Undo. */
export type AlertAction = { readonly label: string } & ({ readonly to: string } | { readonly onPress: () => void });

/** Something that ends with an alert, and waits while a person holds it. */
export interface AlertFollower {
  /** The pointer or the focus is on the alert, or not any more. @param leftMs milliseconds that it then still stays */
  held(isHeld: boolean, leftMs: number): void;
  /** The person has sent it away. */
  dismissed(): void;
}

export interface Alert {
  readonly id: number;
  readonly type: AlertType;
  readonly text: string;
  /** Milliseconds until it disappears by itself. */
  readonly duration: number;
  readonly action: AlertAction | null;
  /** Of the thing that it is about, such as a post: an alert about another thing does not take its place. */
  readonly about: string | null;
  readonly follower: AlertFollower | null;
}

/** Milliseconds that an alert stays (Q04); its bar drains a little earlier. */
export const ALERT_MS = 2_600;
/** Milliseconds that the lockout's long text stays (SHEL-10, AUTH-08). */
export const LOCKOUT_ALERT_MS = 7_800;
/** Milliseconds that an alert with Undo stays. */
export const UNDO_ALERT_MS = 6_000;
/** Label of the action that takes something back. */
export const UNDO = 'Undo';
/** Milliseconds between the end of the bar and the end of the alert (2600 − 2400). */
export const BAR_LEAD_MS = 200;
/** Attribute of the element that contains the alerts: a press in it does not count as outside a dialog. */
export const ALERTS_MARK = 'data-alerts';
/** Alerts on screen at once; an older one makes room. */
const MAX_ALERTS = 4;

let nextId = 1;

/** The alerts on screen, oldest first. */
export const alertStore = create<{ alerts: readonly Alert[] }>(() => ({ alerts: [] }));

/**
 * Shows an alert. The same text of the same type is not stacked: it starts anew.
 *
 * An alert whose action is for one thing names it (`about`). It takes the place of any other about that thing, whose
 * action is out of date by now, and of no alert about something else, whose action would be lost.
 */
export function showAlert(
  type: AlertType,
  text: string,
  options: {
    readonly duration?: number;
    readonly action?: AlertAction;
    readonly about?: string;
    readonly follower?: AlertFollower;
  } = {},
): void {
  const alert: Alert = {
    id: nextId,
    type,
    text,
    duration: options.duration ?? ALERT_MS,
    action: options.action ?? null,
    about: options.about ?? null,
    follower: options.follower ?? null,
  };
  nextId += 1;
  alertStore.setState(({ alerts }) => ({
    alerts: [...alerts.filter((each) => !isReplaced(each, alert)), alert].slice(-MAX_ALERTS),
  }));
}

function isReplaced(old: Alert, by: Alert): boolean {
  return old.about === by.about && (by.about !== null || (old.text === by.text && old.type === by.type));
}

/** Takes an alert away. */
export function dismissAlert(id: number): void {
  alertStore.setState(({ alerts }) => ({ alerts: alerts.filter((alert) => alert.id !== id) }));
}

/** Takes the alert about a thing away, if there is one. */
export function dismissAlertAbout(about: string): void {
  alertStore.setState(({ alerts }) => ({ alerts: alerts.filter((alert) => alert.about !== about) }));
}

/** Presses the Undo of the newest alert that has one. @returns whether there was one */
export function pressUndo(): boolean {
  const alert = alertStore.getState().alerts.findLast(({ action }) => action?.label === UNDO);
  if (alert?.action == null || 'to' in alert.action) return false;
  alert.action.onPress();
  dismissAlert(alert.id);
  return true;
}

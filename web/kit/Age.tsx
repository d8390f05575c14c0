import { useSyncExternalStore } from 'react';
import { ageText, exactTime } from './age.ts';
import { onServerClock, serverNow } from './time/serverClock.ts';

/** Milliseconds between two updates of the ages (D26). */
const TICK_MS = 20_000;

let now = serverNow();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let leaveClock: (() => void) | undefined;

function tick(): void {
  now = serverNow();
  for (const listener of listeners) listener();
}

/** One clock for all ages on the page; it also updates when a sleeping tab is shown again. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = serverNow();
    timer = setInterval(tick, TICK_MS);
    leaveClock = onServerClock(tick);
    document.addEventListener('visibilitychange', tick);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    leaveClock?.();
    document.removeEventListener('visibilitychange', tick);
  };
}

/** "5 minutes ago", kept true; the exact time is its hint. */
export function Age({ at }: { readonly at: string }) {
  const text = useSyncExternalStore(subscribe, () => ageText(at, now));
  return (
    <time dateTime={at} title={exactTime(at)}>
      {text}
    </time>
  );
}

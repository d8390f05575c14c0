import { CloudOff, Hourglass, RefreshCw } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useConnection, useIsSlow } from '../sync/hooks.ts';
import styles from './ConnectionBar.module.css';

/** Milliseconds that a break may last before it is mentioned: short ones mend themselves unseen, and a browser may be wrong. */
const PATIENCE_MS = 2_000;

/** Whether the present break has lasted long enough: the bars of the next pages say so at once. */
let isLong = false;

/**
 * A quiet line while nothing is live, or not at once. It says what becomes of what one does on this page: the outbox sends it
 * later, or nothing does.
 */
export function ConnectionBar({ needsNetwork }: { readonly needsNetwork: boolean }) {
  const connection = useConnection();
  const broken = connection === 'reconnecting' || connection === 'offline';
  const [shown, setShown] = useState(isLong);

  useEffect(() => {
    const say = (long: boolean) => {
      isLong = long;
      setShown(long);
    };
    if (!broken) return say(false);
    if (isLong) return;
    const timer = setTimeout(say, PATIENCE_MS, true);
    return () => clearTimeout(timer);
  }, [broken]);

  const isSlow = useIsSlow() && connection === 'online';
  const isVisible = isSlow || (broken && shown);
  const bar = useRef<HTMLDivElement>(null);
  useUnmoved(isVisible, bar);
  return (
    <div role="status">
      {isVisible && (
        <div ref={bar} className={styles.bar}>
          {isSlow ? (
            <>
              <Hourglass size={16} aria-hidden /> Updates come more slowly on this network
            </>
          ) : connection === 'offline' ? (
            <>
              <CloudOff size={16} aria-hidden />{' '}
              {needsNetwork ? 'Offline: this page needs a connection' : 'Offline: your actions will be sent'}
            </>
          ) : (
            <>
              <RefreshCw size={16} aria-hidden /> Reconnecting…
            </>
          )}
        </div>
      )}
    </div>
  );
}

/** Keeps what a reader down in the page looks at where it is when the bar above it comes and goes. */
function useUnmoved(isVisible: boolean, bar: RefObject<HTMLElement | null>): void {
  /** Pixels that it was scrolled by for the bar; `null`: nothing has been drawn. */
  const moved = useRef<number | null>(null);
  useLayoutEffect(() => {
    const height = bar.current?.offsetHeight ?? 0;
    // A page that begins with the bar was nowhere before; it moves when the bar goes.
    if (moved.current === null) {
      moved.current = height;
      return;
    }
    const by = isVisible ? (scrollY < height ? 0 : height) : -moved.current;
    moved.current = isVisible ? by : 0;
    if (by !== 0) scrollBy({ top: by, behavior: 'instant' });
  }, [isVisible, bar]);
}

import { CloudOff, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useConnection } from '../sync/hooks.ts';
import styles from './ConnectionBar.module.css';

/** Milliseconds that a break may last before it is mentioned: short ones mend themselves unseen. */
const PATIENCE_MS = 1_200;

/** A quiet line while nothing is live. */
export function ConnectionBar() {
  const connection = useConnection();
  const broken = connection === 'reconnecting' || connection === 'offline';
  const [shown, setShown] = useState(false);

  useEffect(() => {
    if (!broken) return setShown(false);
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [broken]);

  return (
    <div role="status">
      {broken && (shown || connection === 'offline') && (
        <div className={styles.bar}>
          {connection === 'offline' ? (
            <>
              <CloudOff size={16} aria-hidden /> Offline: your actions will be sent
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

import { useCallback, useEffect, useState } from 'react';
import { useConnection } from '../../sync/hooks.ts';
import { request } from '../../sync/transport/http.ts';

/** A signed-in browser of the user. */
export interface ListedSession {
  readonly id: string;
  /** "Firefox on Linux" */
  readonly device: string;
  /** Id of the campus on whose site it began; may be empty. */
  readonly campus: string;
  /** ISO instants. */
  readonly begunAt: string;
  readonly usedAt: string;
  readonly isThis: boolean;
}

/** Milliseconds after which the list is asked for again. Sessions are no events: nothing else says that one has begun. */
const ASK_EVERY_MS = 4_000;

/** The sessions of the user, asked for again while the page can be seen; `refresh` asks at once. */
export function useSessions(): {
  readonly sessions: readonly ListedSession[] | null;
  /** There is no list yet, and the last question for it failed. */
  readonly failed: boolean;
  readonly refresh: () => Promise<void>;
} {
  const [sessions, setSessions] = useState<readonly ListedSession[] | null>(null);
  const [failed, setFailed] = useState(false);
  const isOnline = useConnection() === 'online';

  const refresh = useCallback(async () => {
    try {
      setSessions((await request<{ sessions: readonly ListedSession[] }>('GET', '/api/sessions')).sessions);
      setFailed(false);
    } catch {
      // The list that is shown stays; one that was never there has a Retry.
      setFailed(true);
    }
  }, []);

  useEffect(() => {
    void refresh();
    if (!isOnline) return;
    const askIfSeen = () => {
      if (document.visibilityState === 'visible') void refresh();
    };
    const timer = setInterval(askIfSeen, ASK_EVERY_MS);
    document.addEventListener('visibilitychange', askIfSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', askIfSeen);
    };
  }, [refresh, isOnline]);

  return { sessions, failed: failed && sessions === null, refresh };
}

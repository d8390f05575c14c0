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

/**
 * The sessions of the user. They are no events, so nothing says that one has begun: the list is asked for again when the
 * person comes back to the page or the connection does, and by `refresh`.
 */
export function useSessions(): {
  readonly sessions: readonly ListedSession[] | null;
  /** There is no list yet, and the last question for it failed. */
  readonly failed: boolean;
  /** Answers whether the list is of now. */
  readonly refresh: () => Promise<boolean>;
} {
  const [sessions, setSessions] = useState<readonly ListedSession[] | null>(null);
  const [failed, setFailed] = useState(false);
  const isOnline = useConnection() === 'online';

  const refresh = useCallback(async () => {
    try {
      setSessions((await request<{ sessions: readonly ListedSession[] }>('GET', '/api/sessions')).sessions);
      setFailed(false);
      return true;
    } catch {
      // The list that is shown stays; one that was never there has a Retry.
      setFailed(true);
      return false;
    }
  }, []);

  useEffect(() => {
    void refresh();
    if (!isOnline) return;
    const askIfSeen = () => {
      if (document.visibilityState === 'visible') void refresh();
    };
    addEventListener('focus', askIfSeen);
    document.addEventListener('visibilitychange', askIfSeen);
    return () => {
      removeEventListener('focus', askIfSeen);
      document.removeEventListener('visibilitychange', askIfSeen);
    };
  }, [refresh, isOnline]);

  return { sessions, failed: failed && sessions === null, refresh };
}

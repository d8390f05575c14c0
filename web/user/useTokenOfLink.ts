import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { SentState } from './requestLink.ts';

/**
 * The secret of the link that was opened, `null`: none was. It comes behind the `#` and moves from there into the state of
 * the history, so that it stands in no address that is copied, bookmarked or sent (P9).
 */
export function useTokenOfLink(): string | null {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const fresh = new URLSearchParams(hash.slice(1)).get('token');
  useEffect(() => {
    if (fresh === null) return;
    const next: SentState = { token: fresh };
    navigate(pathname + search, { replace: true, state: next });
  }, [fresh, pathname, search, navigate]);
  return fresh ?? (state as SentState | null)?.token ?? null;
}

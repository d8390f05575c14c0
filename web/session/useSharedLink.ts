import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { findCampus } from '#domain/campus/registry.ts';
import { SHARED_QUERY } from '#domain/kernel/addresses.ts';
import { site } from './site.ts';
import { visitCampus } from './visitCampus.ts';

/**
 * A shared link (`?redirect=true`, Q02, FEED-25): opened on another campus's host it moves to the host of the campus;
 * there the parameter is dropped.
 *
 * @param campus of what is shown; `undefined` as long as it is not known
 */
export function useSharedLink(campus: string | undefined): void {
  const [query, setQuery] = useSearchParams();
  const { pathname } = useLocation();
  const isShared = query.get(SHARED_QUERY) === 'true';
  useEffect(() => {
    const own = findCampus(campus ?? '');
    if (!isShared || own === undefined) return;
    query.delete(SHARED_QUERY);
    // The place in a thread goes along.
    const rest = query.size === 0 ? '' : `?${query}`;
    if (own.id !== site.id) return visitCampus(own, pathname + rest, (to) => location.replace(to));
    setQuery(query, { replace: true });
  }, [isShared, campus, pathname, query, setQuery]);
}

import { useEffect, useRef } from 'react';
import { sameSearch } from '#domain/search/text.ts';
import { useSession } from '../session/session.ts';
import { site } from '../session/site.ts';
import { useDirectCommand } from '../session/useDirectCommand.ts';
import { request } from '../sync/transport/http.ts';

/**
 * Records a search once its results are there, each text once while the page is open: for the user's own list, or as one
 * of a visitor (Q56). A search that cannot be recorded was a search all the same, so a failure is only logged.
 *
 * @param text `null`: there are no results yet
 */
export function useRecord(text: string | null): void {
  const status = useSession((session) => session.status);
  const send = useDirectCommand();
  const recorded = useRef(new Set<string>());
  useEffect(() => {
    if (text === null || text === '' || status === 'loading') return;
    const known = sameSearch(text);
    if (recorded.current.has(known)) return;
    recorded.current.add(known);
    const sent: Promise<unknown> =
      status === 'user' ? send('PerformSearch', { campus: site.id, text }) : request('POST', '/api/searches', { text });
    sent.catch((error: unknown) => console.warn('The search was not recorded.', error));
  }, [text, status, send]);
}

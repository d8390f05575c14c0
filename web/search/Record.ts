import { useEffect, useRef } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { sameSearch } from '#domain/search/text.ts';
import { firstPaint } from '../kit/firstView.ts';
import { inTurn } from '../kit/inTurn.ts';
import { persistently } from '../kit/persistently.ts';
import { useSession } from '../session/session.ts';
import { site } from '../session/site.ts';
import { request } from '../sync/transport/http.ts';

/**
 * Records a search once its results are there, each text once while the page is open: for the user's own list, or as one
 * of a visitor (Q56). A search that cannot be recorded was a search all the same, so a failure is only logged.
 *
 * @param props.text `null`: there are no results yet
 */
export default function Record({ text }: { readonly text: string | null }): null {
  const { status, userId } = useSession();
  const recorded = useRef(new Set<string>());
  useEffect(() => {
    if (text === null || text === '' || status === 'loading') return;
    const known = sameSearch(text);
    if (recorded.current.has(known)) return;
    recorded.current.add(known);
    inOrder(() => record(userId, text)).catch((error: unknown) => console.warn('The search was not recorded.', error));
  }, [text, status, userId]);
  return null;
}

/** Searches are recorded as they were made: otherwise the list could begin with the older one (SRCH-17). */
const inOrder = inTurn();

/** @param actor `null`: a visitor */
async function record(actor: string | null, text: string): Promise<void> {
  await firstPaint;
  if (actor === null) {
    await request('POST', '/api/searches', { text });
    return;
  }
  const { sendDirectly } = await persistently(() => import('../session/directCommand.ts'));
  await sendDirectly({ id: uuidv7(), actor, type: 'PerformSearch', data: { campus: site.id, text } });
}

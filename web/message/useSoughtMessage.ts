import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Message } from '#projections/message/collections.ts';
import type { TopicView } from '../sync/hooks.ts';

/** Name in the address of a conversation: the message that it is opened for (NOTF-12). */
export const MESSAGE_QUERY = 'message';
/** Messages that are loaded to find it: one that is older is left to the reader's scrolling. */
const LOADED_MAX = 600;
/** Name of the attribute by which the style sheet knows it. */
const SOUGHT_ATTRIBUTE = 'data-sought';

/**
 * Brings the message that the address names into sight, however far above it is, and marks it for a moment.
 *
 * @returns its id: it has to be drawn; `null`: none is looked for
 */
export function useSoughtMessage(
  pane: RefObject<HTMLElement | null>,
  shown: readonly Message[],
  topic: Pick<TopicView, 'status' | 'hasMore' | 'loadingMore' | 'loadMore'>,
): string | null {
  const { search, key } = useLocation();
  const sought = new URLSearchParams(search).get(MESSAGE_QUERY);
  /** The history entry whose message was found, or is not to be found. */
  const done = useRef('');
  useEffect(() => {
    if (sought === null || done.current === key || shown.length === 0) return;
    // Some may be known from elsewhere before; they go with the first answer, if older ones are behind it.
    if (topic.status === 'loading') return;
    if (shown.some(({ id }) => id === sought)) {
      done.current = key;
      showAt(pane.current?.querySelector(`[data-message="${CSS.escape(sought)}"]`) ?? null);
      return;
    }
    // Before it is live, nothing says whether there are more.
    if (topic.status !== 'live') return;
    if (!topic.hasMore || shown.length >= LOADED_MAX) done.current = key;
    else if (!topic.loadingMore) topic.loadMore();
  }, [pane, shown, topic, sought, key]);
  return sought;
}

function showAt(element: Element | null): void {
  if (element === null) return;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  element.setAttribute(SOUGHT_ATTRIBUTE, '');
}

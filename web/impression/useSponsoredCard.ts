import { type RefObject, useEffect, useRef } from 'react';
import { reveal } from '#domain/kernel/personal.ts';
import { people } from '#projections/user/collections.ts';
import { useDocument } from '../sync/hooks.ts';
import { pageTracker } from './pageTracker.ts';
import { watchViews } from './watchViews.ts';

/** Marks the place of the ad's own button in a sponsored card. */
export const CALL_MARK = 'data-call';

/**
 * Counts what is done with a sponsored card: that it is seen, and what is pressed in it (ANLT-02). Only cards that are shown
 * because they are paid for have it (ANLT-09).
 *
 * @returns the ref of the card
 */
export function useSponsoredCard(postId: string, author: string): RefObject<HTMLElement | null> {
  const card = useRef<HTMLElement>(null);
  const person = useDocument(people, author);
  const username = person === undefined ? null : reveal(person.username);
  useEffect(() => {
    const element = card.current;
    return element === null ? undefined : watchViews(element, () => pageTracker().note(postId, 'view'));
  }, [postId]);
  useEffect(() => {
    const element = card.current;
    if (element === null) return;
    const follow = ({ target }: Event) => {
      const action = target instanceof Element ? actionOf(target, username) : null;
      if (action !== null) pageTracker().note(postId, action);
    };
    element.addEventListener('click', follow);
    // The middle button opens links, too.
    element.addEventListener('auxclick', follow);
    return () => {
      element.removeEventListener('click', follow);
      element.removeEventListener('auxclick', follow);
    };
  }, [postId, username]);
  return card;
}

/** The action that a press in a sponsored card is; `null`: none that counts. */
function actionOf(target: Element, username: string | null) {
  const link = target.closest<HTMLAnchorElement>('a[href]');
  if (link !== null) {
    const { protocol, origin, pathname } = new URL(link.href);
    if (/^https?:$/.test(protocol) && origin !== location.origin) return 'external_link_click';
    return username !== null && pathname === `/${username}` ? 'profile_visit' : null;
  }
  return target.closest(`[${CALL_MARK}] button`) === null ? null : 'direct_message';
}

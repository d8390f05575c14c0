import { Suspense } from 'react';
import { topicName } from '#projections/sync/topicNames.ts';
import { lazySoon } from '../kit/lazySoon.ts';
import { useShortcut } from '../kit/navigation/useShortcut.ts';
import { site } from '../session/site.ts';
import { useTopic } from '../sync/hooks.ts';
import { useOpenComposer } from './compose/useOpenComposer.ts';

/** Its state is a document, so that it may come after the first view. */
const ImagesNotDeletedAlert = lazySoon(() => import('./ImagesNotDeletedAlert.tsx'));

/** Moves the focus to the next or previous card of the page's list. */
function stepThroughCards(step: 1 | -1): void {
  const cards = [...document.querySelectorAll<HTMLElement>('#main [role="feed"] article[tabindex]')];
  const current = document.activeElement?.closest<HTMLElement>('article');
  const index = current == null ? -1 : cards.indexOf(current);
  const next = index === -1 ? cards.find((card) => card.getBoundingClientRect().top >= 0) : cards[index + step];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'center' });
}

const nextCard = () => stepThroughCards(1);
const previousCard = () => stepThroughCards(-1);

/** Effects of posts that run on every page; draws nothing. */
export function PostsInShell() {
  useShortcut('n', useOpenComposer());
  useShortcut('j', nextCard);
  useShortcut('k', previousCard);
  // Held as long as the shell is there: coming back to the feed finds all its pages (FEED-27).
  useTopic(topicName.feed(site.id));
  return (
    <Suspense>
      <ImagesNotDeletedAlert />
    </Suspense>
  );
}

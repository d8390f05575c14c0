import { topicName } from '#projections/sync/topicNames.ts';
import { AfterFirstView } from '../kit/AfterFirstView.tsx';
import { lazySoon } from '../kit/lazySoon.ts';
import { pressOnArticle, stepThroughArticles } from '../kit/navigation/articles.ts';
import { useShortcut } from '../kit/navigation/useShortcut.ts';
import { site } from '../session/site.ts';
import { useTopic } from '../sync/hooks.ts';
import { useOpenComposer } from './compose/useOpenComposer.ts';

/** Its state is a document, so that it may come after the first view. */
const ImagesNotDeletedAlert = lazySoon(() => import('./ImagesNotDeletedAlert.tsx'));

const WHILE_HELD = { repeats: true };
const nextCard = () => stepThroughArticles(1);
const previousCard = () => stepThroughArticles(-1);

const comment = () => pressOnArticle('c');

/** Effects of posts that run on every page; draws nothing. */
export function PostsInShell() {
  useShortcut('n', useOpenComposer());
  useShortcut('j', nextCard, WHILE_HELD);
  useShortcut('k', previousCard, WHILE_HELD);
  useShortcut('c', comment);
  // Held as long as the shell is there: coming back to the feed finds all its pages (FEED-27).
  useTopic(topicName.feed(site.id));
  return (
    <AfterFirstView>
      <ImagesNotDeletedAlert />
    </AfterFirstView>
  );
}

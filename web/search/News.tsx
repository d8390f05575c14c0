import { ArrowUp } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { filtersOf } from '#projections/kernel/search.ts';
import { matchOf } from '#projections/kernel/searchMatch.ts';
import { searchWords } from '#projections/kernel/searchWords.ts';
import { posts } from '#projections/post/collections.ts';
import { postSearch } from '#projections/post/search.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { NewsPill } from '../kit/NewsPill.tsx';
import { site } from '../session/site.ts';
import { useDocuments, useTopic, useWindow } from '../sync/hooks.ts';
import type { Search } from './address.ts';

/** New results wait behind a pill, unless there were none before: nothing stands there that they could move from under the eye. */
export default function News(props: {
  readonly search: Search;
  /** Of the results that there are. */
  readonly ids: readonly string[];
  /** Whether it is certain that none of the results is left. */
  readonly isEmpty: boolean;
  readonly onShow: (ids: readonly string[]) => void;
}) {
  const { search, ids, isEmpty, onShow } = props;
  const news = useNews(search, ids);
  useEffect(() => {
    if (isEmpty && news.length > 0) onShow(news);
  });
  const show = () => {
    onShow(news);
    scrollTo({ top: 0 });
  };
  return <NewsPill icon={ArrowUp} text={isEmpty || news.length === 0 ? null : newsText(news.length)} onShow={show} />;
}

function newsText(count: number): string {
  return count === 1 ? '1 new result' : `${count} new results`;
}

/**
 * Ids of new posts that match the search and are not among its results, the newest first. They come by the feed, so that
 * no search is repeated for them. Results are ordered by time: what is newer than all of them is new.
 */
function useNews({ text, show, filters }: Search, ids: readonly string[]): readonly string[] {
  const feed = topicName.feed(site.id);
  useTopic(feed);
  const live = useDocuments(posts, useWindow(feed));
  const results = useDocuments(posts, ids);
  const shown = useMemo(() => new Set(ids), [ids]);
  const view = postSearch.views[show];
  if (view === undefined || (ids.length > 0 && results.length === 0)) return [];
  const newest =
    results
      .map(({ created }) => created)
      .sort()
      .at(-1) ?? '';
  const words = searchWords(text, postSearch.wording);
  const wanted = filtersOf(view, filters);
  const matchOfPost = (post: (typeof live)[number]) => {
    const content = postSearch.content(post);
    return content === null ? null : matchOf(postSearch, content, words, wanted);
  };
  // The last word is the beginning of one only where none has it as it is.
  const isWhole = results.some((post) => matchOfPost(post) === 'whole');
  const isNew = (post: (typeof live)[number]) => {
    if (post.created <= newest || shown.has(post.id) || (words.length === 0 && text !== '')) return false;
    const match = matchOfPost(post);
    return match === 'whole' || (match === 'beginning' && !isWhole);
  };
  return live
    .filter(isNew)
    .sort((one, other) => (one.created > other.created ? -1 : 1))
    .map(({ id }) => id);
}

import { useMemo } from 'react';
import { filtersOf, isMatch } from '#projections/kernel/search.ts';
import { searchWords } from '#projections/kernel/searchWords.ts';
import { posts } from '#projections/post/collections.ts';
import { postSearch } from '#projections/post/search.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { site } from '../session/site.ts';
import { useDocuments, useTopic, useWindow } from '../sync/hooks.ts';
import type { Search } from './address.ts';

/**
 * Ids of new posts that match the search and are not among its results, the newest first. They come by the feed, so that
 * no search is repeated for them. Results are ordered by time: what is newer than all of them is new.
 *
 * @param ids of the results; `null`: not known yet
 */
export function useNews({ text, show, filters }: Search, ids: readonly string[] | null): readonly string[] {
  const feed = topicName.feed(site.id);
  useTopic(feed);
  const live = useDocuments(posts, useWindow(feed));
  const results = useDocuments(posts, ids ?? []);
  const shown = useMemo(() => new Set(ids), [ids]);
  const view = postSearch.views[show];
  if (ids === null || view === undefined || (ids.length > 0 && results.length === 0)) return [];
  const newest =
    results
      .map(({ created }) => created)
      .sort()
      .at(-1) ?? '';
  const words = searchWords(text);
  const wanted = filtersOf(view, filters);
  const isNew = (post: (typeof live)[number]) => {
    const content = post.created > newest && !shown.has(post.id) ? postSearch.content(post) : null;
    return content !== null && words.length > 0 && isMatch(content, words, wanted);
  };
  return live
    .filter(isNew)
    .sort((one, other) => (one.created > other.created ? -1 : 1))
    .map(({ id }) => id);
}

import { Suspense, useMemo, useRef } from 'react';
import { SEARCH_MAX_PAGES } from '#domain/kernel/limits.ts';
import { posts } from '#projections/post/collections.ts';
import { AfterFirstView } from '../kit/AfterFirstView.tsx';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { ListEnd } from '../kit/ListEnd.tsx';
import { lazySoon } from '../kit/lazySoon.ts';
import { FEED_TRIGGER_PX } from '../kit/useInfiniteScroll.ts';
import { CardList, TileGrid } from '../post/face.ts';
import { useDocuments } from '../sync/hooks.ts';
import type { Search } from './address.ts';
import { LiveHits, useAreHitsAnswered } from './LiveHits.tsx';
import styles from './SearchPage.module.css';
import type { Results } from './useResults.ts';

/** Nothing is new in the first view, and its words stand there without a highlight, too. */
const News = lazySoon(() => import('./News.tsx'));
const Highlighted = lazySoon(() => import('./Highlighted.tsx'));
const FoundPeople = lazySoon(() => import('./FoundPeople.tsx'));
/** In one piece with the people. */
const NoResults = lazySoon(async () => ({ default: (await import('./PeopleResults.tsx')).NoResults }));

/** The posts that were found, live: a deleted one leaves, a new one waits behind a pill. */
export function PostResults({ search, results }: { readonly search: Search; readonly results: Results }) {
  const host = useRef<HTMLDivElement>(null);
  const pages = useMemo(() => results.pages ?? [], [results.pages]);
  const ids = useMemo(() => pages.flat(), [pages]);
  const standing = useDocuments(posts, ids);
  const shown = useMemo(() => standing.map(({ id }) => id), [standing]);
  const areAnswered = useAreHitsAnswered('somePosts', pages);
  const isEmpty = shown.length === 0 && !results.more;
  // Filters are of posts: who sets one looks for no person.
  const isMaybeName = search.show === 'latest' && search.text !== '' && Object.keys(search.filters).length === 0;
  return (
    <div ref={host}>
      <LiveHits kind="somePosts" pages={pages} />
      <AfterFirstView>
        <News search={search} ids={ids} isEmpty={isEmpty && areAnswered} onShow={results.prepend} />
        <Highlighted host={host} text={search.text} />
        {isMaybeName && <FoundPeople text={search.text} />}
      </AfterFirstView>
      {isEmpty && (
        <Suspense fallback={<Searching />}>{areAnswered ? <NoResults text={search.text} /> : <Searching />}</Suspense>
      )}
      {!isEmpty && search.show === 'latest' && <Latest results={results} shown={shown} />}
      {!isEmpty && search.show === 'media' && <Media results={results} shown={shown} />}
    </div>
  );
}

const Searching = () => <CardSkeletons count={1} label="Searching" />;

interface Shown {
  readonly results: Results;
  /** Ids of the posts that are there. */
  readonly shown: readonly string[];
}

function Latest({ results, shown }: Shown) {
  const topic = {
    ...({ status: 'live', refusal: null, hasMore: results.more, loadingMore: results.loadingMore } as const),
    ...{ loadMore: results.loadMore, retry: results.retry },
  };
  return (
    <CardList
      label="Search results"
      postIds={shown}
      topic={topic}
      triggerPx={FEED_TRIGGER_PX}
      end={isCut(results) ? <ListEnd>Add a word to find what is further down.</ListEnd> : undefined}
    />
  );
}

/** A grid of three columns (SRCH-09). */
function Media({ results, shown }: Shown) {
  const found = useDocuments(posts, shown);
  return (
    // The end comes with the tiles: alone it would move as they come.
    <Suspense fallback={<CardSkeletons count={1} />}>
      <TileGrid label="Photos found" posts={found} last={results.more ? <MoreTile results={results} /> : undefined} />
      {!results.more && <ListEnd />}
    </Suspense>
  );
}

function MoreTile({ results }: { readonly results: Results }) {
  return (
    <button
      type="button"
      className={styles.more}
      disabled={results.loadingMore}
      aria-busy={results.loadingMore}
      onClick={results.loadMore}
    >
      Click To Load More
    </button>
  );
}

/** Whether there are more hits than can be turned to. */
function isCut({ pages, more }: Results): boolean {
  return !more && (pages?.length ?? 0) >= SEARCH_MAX_PAGES;
}

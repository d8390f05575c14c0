import { CloudOff } from 'lucide-react';
import { Suspense, useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { AfterFirstView } from '../kit/AfterFirstView.tsx';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { lazySoon } from '../kit/lazySoon.ts';
import { FALLBACK_PATH } from '../kit/navigation/backHistory.ts';
import { PageHeader } from '../kit/navigation/PageHeader.tsx';
import { usePageHistory } from '../kit/navigation/pageHistory.ts';
import { TabNav } from '../kit/navigation/TabNav.tsx';
import { readVisits } from '../kit/navigation/useGoBack.ts';
import { SlowWord } from '../kit/SlowWord.tsx';
import { EmptyState, ErrorState } from '../kit/State.tsx';
import { usePageTitle } from '../kit/usePageTitle.ts';
import { useSlow } from '../kit/useSlow.ts';
import { Chips } from '../post/face.ts';
import { useConnection } from '../sync/hooks.ts';
import { addressOf, type Filters as Chosen, isAsked, SEARCH_PATH, type Search, TABS } from './address.ts';
import { Filters } from './Filters.tsx';
import { PostResults } from './PostResults.tsx';
import { SearchBox } from './SearchBox.tsx';
import styles from './SearchPage.module.css';
import { searchIn } from './searchIn.ts';
import { type Results as ResultsOfSearch, useResults } from './useResults.ts';

/** The feed of photos. */
const MEDIA_PATH = '/media';

/** Of one tab, and of the page without words. */
const PeopleResults = lazySoon(() => import('./PeopleResults.tsx'));
const PopularSearches = lazySoon(() => import('./PopularSearches.tsx'));
/** Nobody waits for it. */
const Record = lazySoon(() => import('./Record.ts'));

/** `/search`: everything that its address says (SRCH-07 to SRCH-16). */
export default function SearchPage() {
  const [query] = useSearchParams();
  const search = searchIn(query);
  const { text, show, filters } = search;
  usePageTitle(text === '' ? 'Search' : `${text} - Search`);
  return (
    <>
      <PageHeader variant="detail" title="Search" onBack={useBack()} needsNetwork />
      <div className={styles.box}>
        <SearchBox search={search} />
      </div>
      <TabNav
        label="Kinds of results"
        tabs={TABS.map((tab) => ({
          label: tab.label,
          to: addressOf({ ...search, show: tab.show }),
          isShown: tab.show === show,
          replace: true,
        }))}
      />
      {show !== 'people' && (
        <>
          <Chips chosen={filters} linkOf={(next) => filteredBy(search, next)} />
          <Filters search={search} />
        </>
      )}
      {isAsked(search) ? (
        <Found search={search} />
      ) : (
        <Suspense fallback={<CardSkeletons count={3} />}>
          <PopularSearches />
        </Suspense>
      )}
    </>
  );
}

/** The search with other filters. Without any, and without words, it is the feed again, or its photos. */
function filteredBy(search: Search, filters: Chosen) {
  const next = { ...search, filters };
  if (isAsked(next)) return { to: addressOf(next), replace: true };
  return { to: search.show === 'media' ? MEDIA_PATH : FALLBACK_PATH };
}

/** One step back from a search to the one before, else to the feed (SRCH-14). */
function useBack(): () => void {
  const navigate = useNavigate();
  const { afterSteps } = usePageHistory();
  return useCallback(
    () =>
      afterSteps(() => {
        const before = readVisits().at(-2)?.path.split('?')[0];
        if (before === SEARCH_PATH) navigate(-1);
        else navigate(FALLBACK_PATH);
      }),
    [navigate, afterSteps],
  );
}

function Found({ search }: { readonly search: Search }) {
  const results = useResults(search);
  return (
    <>
      <AfterFirstView>
        <Record text={results.pages === null ? null : search.text} />
      </AfterFirstView>
      <Results search={search} results={results} />
    </>
  );
}

function Results({ search, results }: { readonly search: Search; readonly results: ResultsOfSearch }) {
  const isSlow = useSlow(results.pages === null && !results.failed);
  const isOffline = useConnection() === 'offline';
  if (results.pages === null) {
    if (isOffline) {
      const text = 'Your search goes on as soon as you are connected again.';
      return <EmptyState icon={<CloudOff size={32} />} title="You are offline" text={text} />;
    }
    if (results.failed) return <ErrorState onRetry={results.retry} />;
    return (
      <>
        {isSlow && <SlowWord onRetry={results.retry} />}
        <CardSkeletons count={4} label="Searching" />
      </>
    );
  }
  return (
    <>
      {search.show === 'people' ? (
        <Suspense fallback={<CardSkeletons count={4} label="Searching" />}>
          <PeopleResults text={search.text} results={results} />
        </Suspense>
      ) : (
        <PostResults search={search} results={results} />
      )}
      {results.failed && <ErrorState onRetry={results.retry} />}
    </>
  );
}

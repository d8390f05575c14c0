import { useMemo } from 'react';
import { people } from '#projections/user/collections.ts';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { ListEnd } from '../kit/ListEnd.tsx';
import { FEED_TRIGGER_PX, useInfiniteScroll } from '../kit/useInfiniteScroll.ts';
import { useDocuments } from '../sync/hooks.ts';
import { PersonList, profilePath } from '../user/face.ts';
import { LiveHits, useAreHitsAnswered } from './LiveHits.tsx';
import { NoResults } from './NoResults.tsx';
import type { Results } from './useResults.ts';

export { NoResults };

/** The people who were found, live (SRCH-10). */
export default function PeopleResults({ text, results }: { readonly text: string; readonly results: Results }) {
  const pages = useMemo(() => results.pages ?? [], [results.pages]);
  const found = useDocuments(
    people,
    useMemo(() => pages.flat(), [pages]),
  );
  const areAnswered = useAreHitsAnswered('somePeople', pages);
  const standing = found.filter((person) => profilePath(person) !== null);
  useInfiniteScroll({
    triggerPx: FEED_TRIGGER_PX,
    ready: results.more && !results.loadingMore,
    loadMore: results.loadMore,
    count: standing.length,
  });
  return (
    <>
      <LiveHits kind="somePeople" pages={pages} />
      {standing.length === 0 && !results.more && areAnswered && <NoResults text={text} />}
      {standing.length > 0 && <PersonList label="People found" people={standing} />}
      {(results.more || !areAnswered) && <CardSkeletons count={1} label="Loading more people" />}
      {standing.length > 0 && !results.more && <ListEnd />}
    </>
  );
}

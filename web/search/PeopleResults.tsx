import { useMemo } from 'react';
import { Link } from 'react-router';
import { type Profile, people } from '#projections/user/collections.ts';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { FEED_TRIGGER_PX, useInfiniteScroll } from '../kit/useInfiniteScroll.ts';
import { useDocuments } from '../sync/hooks.ts';
import { FullName, handle, profilePath, UserAvatar } from '../user/face.ts';
import { LiveHits } from './LiveHits.tsx';
import { NoResults } from './NoResults.tsx';
import styles from './SearchPage.module.css';
import type { Results } from './useResults.ts';

/** Pixels of a person's picture. */
const PICTURE_PX = 48;

/** The people who were found, live (SRCH-10). */
export function PeopleResults({ results }: { readonly results: Results }) {
  const pages = useMemo(() => results.pages ?? [], [results.pages]);
  const found = useDocuments(
    people,
    useMemo(() => pages.flat(), [pages]),
  );
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
      {standing.length === 0 && !results.more && <NoResults />}
      {standing.length > 0 && (
        <ul className={styles.people} aria-label="People found">
          {standing.map((person) => (
            <li key={person.id}>
              <Person person={person} />
            </li>
          ))}
        </ul>
      )}
      {results.more && <CardSkeletons count={1} label="Loading more people" />}
      {standing.length > 0 && !results.more && <p className={styles.end}>You've reached the end.</p>}
    </>
  );
}

function Person({ person }: { readonly person: Profile }) {
  return (
    <Link className={styles.person} to={profilePath(person) ?? ''}>
      <UserAvatar person={person} size={PICTURE_PX} />
      <span className={styles.names}>
        <strong>
          <FullName person={person} />
        </strong>
        <span>{handle(person)}</span>
      </span>
    </Link>
  );
}

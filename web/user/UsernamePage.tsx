import { useCallback, useEffect, useRef, useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { reveal } from '#domain/kernel/personal.ts';
import { reservedUsernames } from '#domain/user/reservedUsernames.ts';
import { people } from '#projections/user/collections.ts';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { PageHeader } from '../kit/navigation/PageHeader.tsx';
import { ErrorState, OfflineState } from '../kit/State.tsx';
import { usePageTitle } from '../kit/usePageTitle.ts';
import { Guarded } from '../session/Guarded.tsx';
import { useViewer } from '../session/useViewer.ts';
import { useConnection, useDocument } from '../sync/hooks.ts';
import { RequestRefused, request } from '../sync/transport/http.ts';
import { NoProfile } from './NoProfile.tsx';
import { Profile } from './ProfilePage.tsx';
import { profilePath } from './person/names.ts';

/** Pattern of user names; another first segment is an unknown page. */
const USERNAME = /^[a-z0-9_-]{4,50}$/;
/** Status of a request that got no answer. */
const NO_ANSWER = 0;

/** `/{username}`: someone's profile, also one's own (PROF-01, Q20). Reserved names answer /404 (D24). */
export default function UsernamePage() {
  const { username = '' } = useParams();
  const name = username.toLowerCase();
  const { person } = useViewer();
  if (!USERNAME.test(name) || reservedUsernames.has(name)) return <Navigate replace to="/404" />;
  if (person !== undefined && reveal(person.username) === name) return <Profile userId={person.id} />;
  return (
    <Guarded page="profile">
      <Found key={name} username={name} />
    </Guarded>
  );
}

type Search =
  /** `unreached`: the question got no answer while there was no connection. */
  | { readonly state: 'asking' | 'unknown' | 'failed' | 'unreached' }
  | { readonly state: 'found'; readonly userId: string };

/** Asks who has a user name; again by `retry`, and by itself once there is a connection again. */
function usePersonNamed(username: string): { readonly search: Search; readonly retry: () => void } {
  const [search, setSearch] = useState<Search>({ state: 'asking' });
  const [attempt, setAttempt] = useState(0);
  const isOnline = useConnection() === 'online';
  const connected = useRef(isOnline);
  connected.current = isOnline;
  const retry = useCallback(() => setAttempt((count) => count + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is a reason to ask again
  useEffect(() => {
    const abort = new AbortController();
    setSearch({ state: 'asking' });
    request<{ id: string }>('GET', `/api/people/by-username/${encodeURIComponent(username)}`, undefined, {
      signal: abort.signal,
    }).then(
      ({ id }) => setSearch({ state: 'found', userId: id }),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        const status = error instanceof RequestRefused ? error.status : null;
        const isUnreached = status === NO_ANSWER && !connected.current;
        setSearch({ state: status === 404 ? 'unknown' : isUnreached ? 'unreached' : 'failed' });
      },
    );
    return () => abort.abort();
  }, [username, attempt]);

  const isUnreached = search.state === 'unreached';
  useEffect(() => {
    if (isUnreached && isOnline) retry();
  }, [isUnreached, isOnline, retry]);
  return { search, retry };
}

/** Path of a person's profile, once they have changed the user name by which it was opened (SETT-06). */
function useRenamed(userId: string | null, username: string): string | null {
  const person = useDocument(people, userId);
  // The held document may be older than the answer to the search: only a change that is seen leads on.
  const had = useRef(false);
  const now = person === undefined ? null : reveal(person.username);
  if (now === username) had.current = true;
  return had.current && now !== null && now !== username ? profilePath(person) : null;
}

function Found({ username }: { readonly username: string }) {
  const { search, retry } = usePersonNamed(username);
  const connection = useConnection();
  usePageTitle('Profile');

  const renamed = useRenamed(search.state === 'found' ? search.userId : null, username);
  if (renamed !== null) return <Navigate replace to={renamed} />;
  if (search.state === 'found') return <Profile userId={search.userId} />;
  const isOffline = search.state === 'unreached' && connection === 'offline';
  return (
    <>
      <PageHeader variant="detail" title="Profile" />
      {search.state === 'asking' && <CardSkeletons count={3} label="Loading profile" />}
      {search.state === 'unknown' && <NoProfile />}
      {isOffline && <OfflineState />}
      {!isOffline && (search.state === 'failed' || search.state === 'unreached') && <ErrorState onRetry={retry} />}
    </>
  );
}

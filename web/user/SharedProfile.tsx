import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { topicName } from '#projections/sync/topicNames.ts';
import { homes } from '#projections/user/collections.ts';
import { useSharedLink } from '../session/useSharedLink.ts';
import { useDocument, useTopic } from '../sync/hooks.ts';
import { request } from '../sync/transport/http.ts';

/** On the host of a private campus: a shared profile of another one moves to its own host (Q02, FEED-25). */
export default function SharedProfile() {
  const { username = '' } = useParams();
  const [userId, setUserId] = useState<string | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    request<{ id: string }>('GET', `/api/people/by-username/${encodeURIComponent(username)}`, undefined, {
      signal: abort.signal,
    }).then(
      ({ id }) => setUserId(id),
      // Nobody whom the viewer may see: the page stays as it is.
      () => setUserId(null),
    );
    return () => abort.abort();
  }, [username]);
  useTopic(userId === null ? null : topicName.person(userId));
  useSharedLink(useDocument(homes, userId)?.campus);
  return null;
}

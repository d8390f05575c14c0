import { useParams } from 'react-router';
import { idSchema } from '#domain/kernel/ids.ts';
import { posts } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { useSharedLink } from '../session/useSharedLink.ts';
import { useDocument, useTopic } from '../sync/hooks.ts';

/** On the host of a private campus: a shared post of another one moves to its own host (Q02, FEED-25). */
export default function SharedPost() {
  const { id = '' } = useParams();
  const postId = idSchema.safeParse(id).data ?? null;
  useTopic(postId === null ? null : topicName.post(postId));
  useSharedLink(useDocument(posts, postId)?.campus);
  return null;
}

import { MessagesSquare } from 'lucide-react';
import { posts } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { EmptyState } from '../../kit/State.tsx';
import { site } from '../../session/site.ts';
import { useDocuments, useWindow } from '../../sync/hooks.ts';
import { ProfileCards } from './ProfileCards.tsx';

/** The Replies tab: comments and replies, each leading to its place in its thread (PROF-04, COMM-14). */
export default function ProfileReplies({ userId, isOwn }: { readonly userId: string; readonly isOwn: boolean }) {
  const name = topicName.wallReplies(site.id, userId);
  const replies = useDocuments(posts, useWindow(name));
  const roots = new Set(
    useDocuments(
      posts,
      replies.map(({ root }) => root),
    ).map(({ id }) => id),
  );
  // Those below a deleted post are about to end.
  const standing = replies.filter(({ root }) => roots.has(root)).map(({ id }) => id);
  return (
    <ProfileCards name={name} label="Replies" postIds={standing}>
      <EmptyState
        icon={<MessagesSquare size={32} />}
        title="No replies yet"
        text={isOwn ? 'Your comments on posts show up here.' : 'Their comments on posts show up here.'}
      />
    </ProfileCards>
  );
}

import { Store } from 'lucide-react';
import { topicName } from '#projections/sync/topicNames.ts';
import { EmptyState } from '../../kit/State.tsx';
import { site } from '../../session/site.ts';
import { useWindow } from '../../sync/hooks.ts';
import { ProfileCards } from './ProfileCards.tsx';

/** The Posts tab of a profile, live: the newest activity first (PROF-04). */
export default function ProfilePosts({ userId, isOwn }: { readonly userId: string; readonly isOwn: boolean }) {
  const name = topicName.wall(site.id, userId);
  const postIds = useWindow(name);
  return (
    <ProfileCards name={name} label="Posts" postIds={postIds} byActivity>
      <EmptyState
        icon={<Store size={32} />}
        title="No posts yet"
        text={isOwn ? 'What you post shows up here.' : 'What they post shows up here.'}
      />
    </ProfileCards>
  );
}

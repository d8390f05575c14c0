import { Bookmark } from 'lucide-react';
import { topicName } from '#projections/sync/topicNames.ts';
import { EmptyState } from '../kit/State.tsx';
import { FEED_TRIGGER_PX } from '../kit/useInfiniteScroll.ts';
import { site } from '../session/site.ts';
import { SavedPosts } from './SavedPosts.tsx';

/** The Likes tab of a profile: the posts that the person saved, for all who may see them (PROF-04, Q41, SAVE-10). */
export default function ProfileLikes({ userId, isOwn }: { readonly userId: string; readonly isOwn: boolean }) {
  return (
    <SavedPosts name={topicName.likes(site.id, userId)} label="Likes" triggerPx={FEED_TRIGGER_PX}>
      <EmptyState
        icon={<Bookmark size={32} />}
        title="No likes yet"
        text={isOwn ? 'Posts that you save show up here.' : 'Posts that they save show up here.'}
      />
    </SavedPosts>
  );
}

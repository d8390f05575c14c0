import { Bookmark } from 'lucide-react';
import { topicName } from '#projections/sync/topicNames.ts';
import { ButtonLink } from '../kit/Button.tsx';
import { PageHeader } from '../kit/navigation/PageHeader.tsx';
import { EmptyState } from '../kit/State.tsx';
import { SAVED_TRIGGER_PX } from '../kit/useInfiniteScroll.ts';
import { useSession } from '../session/session.ts';
import { site } from '../session/site.ts';
import { SavedPosts } from './SavedPosts.tsx';

/** `/saved`: the user's saves, newest first (SAVE-06, SAVE-07). */
export default function SavedPage() {
  const userId = useSession((session) => session.userId);
  return (
    <>
      <PageHeader variant="tab" title="Saved" />
      <SavedPosts
        name={userId === null ? null : topicName.saved(site.id, userId)}
        label="Saved posts"
        triggerPx={SAVED_TRIGGER_PX}
      >
        <EmptyState
          icon={<Bookmark size={32} />}
          title="You haven't liked any posts yet"
          text="When you like a post, it'll show up here."
          action={
            <ButtonLink variant="primary" to="/home">
              Go To Feed
            </ButtonLink>
          }
        />
      </SavedPosts>
    </>
  );
}

import { Images } from 'lucide-react';
import { topicName } from '#projections/sync/topicNames.ts';
import { EmptyState } from '../../kit/State.tsx';
import { site } from '../../session/site.ts';
import { useTopic, useWindow } from '../../sync/hooks.ts';
import { MediaGrid } from '../media/MediaGrid.tsx';

/** The Photos tab of a profile: a tile for each post or comment with photos or videos, the newest first (PROF-04). */
export default function ProfilePhotos({ userId, isOwn }: { readonly userId: string; readonly isOwn: boolean }) {
  const name = topicName.wallPhotos(site.id, userId);
  return (
    <MediaGrid
      label="Photos"
      postIds={useWindow(name)}
      topic={useTopic(name)}
      empty={
        <EmptyState
          icon={<Images size={32} />}
          title="No photos yet"
          text={isOwn ? 'Posts with pictures show up here.' : 'Their posts with pictures show up here.'}
        />
      }
    />
  );
}

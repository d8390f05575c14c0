import { Images } from 'lucide-react';
import { topicName } from '#projections/sync/topicNames.ts';
import { AfterFirstView } from '../kit/AfterFirstView.tsx';
import { Button } from '../kit/Button.tsx';
import { lazySoon } from '../kit/lazySoon.ts';
import { EmptyState } from '../kit/State.tsx';
import { site } from '../session/site.ts';
import { useTopic, useWindow } from '../sync/hooks.ts';
import { fetchesComposer } from './compose/composerCode.ts';
import { useOpenComposer } from './compose/useOpenComposer.ts';
import { Chips } from './feed/Chips.tsx';
import { browsePath, type Chosen } from './feed/chips.ts';
import { useFrozenFeed } from './feed/useFrozenFeed.ts';
import { HomeHead } from './HomeHead.tsx';
import { MediaGrid } from './media/MediaGrid.tsx';

/** Nothing is new in the first view. */
const NewPostsPill = lazySoon(() => import('./feed/NewPostsPill.tsx'));

/** The feed of photos is of all categories and prices. */
const NONE: Chosen = {};

/** Filters lead from the feed of photos to a search of photos. */
const filtered = (next: Chosen) => ({ to: browsePath(next, 'media') });

/** `/media`: the posts of the campus with photos or videos, the newest activity first, live (FEED-13, FEED-14). */
export default function MediaPage() {
  const name = topicName.mediaFeed(site.id);
  const feed = useFrozenFeed(useWindow(name));
  return (
    <>
      <HomeHead />
      <Chips chosen={NONE} linkOf={filtered} />
      <AfterFirstView>
        <NewPostsPill count={feed.newCount} onShow={feed.thaw} />
      </AfterFirstView>
      <MediaGrid
        label={`Photos and videos of ${site.name}`}
        postIds={feed.shown}
        topic={useTopic(name)}
        empty={<None />}
      />
    </>
  );
}

function None() {
  const openComposer = useOpenComposer();
  return (
    <EmptyState
      icon={<Images size={32} />}
      title="No Photos / Videos"
      text="Posts with photos or videos show up here."
      action={
        <Button variant="primary" onClick={openComposer} {...fetchesComposer}>
          Create Post
        </Button>
      }
    />
  );
}

import { useMemo, useRef } from 'react';
import { type Sponsored, sponsored } from '#projections/ad/collections.ts';
import { posts } from '#projections/post/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { CALL_MARK, useSponsoredCard } from '../impression/face.ts';
import { PostCard } from '../post/face.ts';
import { site } from '../session/site.ts';
import { useDocuments, useTopic, useWindow } from '../sync/hooks.ts';
import styles from './Ads.module.css';
import { CallToAction } from './CallToAction.tsx';
import { adOfSlot, slotBelow } from './slotChoice.ts';
import { useNow } from './useNow.ts';

/** One sponsored post after every four organic ones (FEED-09, Q17). */
export default function SponsoredSlot({
  count,
  beside,
}: {
  readonly count: number;
  readonly beside: readonly string[];
}) {
  const slot = slotBelow(count);
  return slot === null ? null : <Slot slot={slot} beside={beside} />;
}

function Slot({ slot, beside }: { readonly slot: number; readonly beside: readonly string[] }) {
  const running = useRunning();
  const kept = useRef<string | null>(null);
  const chosen = adOfSlot(running, slot, beside, kept.current);
  kept.current = chosen?.id ?? null;
  return chosen === null ? null : <SponsoredCard ad={chosen} />;
}

/** The running ads of the campus whose posts are there (FEED-12). */
function useRunning(): readonly Sponsored[] {
  const name = topicName.sponsored(site.id);
  useTopic(name);
  const all = useDocuments(sponsored, useWindow(name));
  const now = useNow();
  const ids = useMemo(() => all.map(({ id }) => id), [all]);
  const standing = useDocuments(posts, ids);
  return all.filter(({ id, endTime }) => endTime > now && standing.some((post) => post.id === id));
}

/** A post with its button, marked as sponsored (FEED-10, FEED-11). */
function SponsoredCard({ ad }: { readonly ad: Sponsored }) {
  const card = useSponsoredCard(ad.id, ad.author);
  return (
    <section ref={card} className={styles.sponsored} aria-label="Sponsored" data-sponsored={ad.id}>
      <p className={styles.mark}>Sponsored</p>
      <PostCard postId={ad.id} hasCall />
      <div {...{ [CALL_MARK]: true }}>
        <CallToAction ad={ad} />
      </div>
    </section>
  );
}

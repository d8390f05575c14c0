import { useEffect } from 'react';
import type { Sponsored } from '#projections/ad/collections.ts';
import { CALL_MARK, useSponsoredCard } from '../impression/face.ts';
import { PostCard } from '../post/face.ts';
import styles from './Ads.module.css';
import { CallToAction } from './CallToAction.tsx';
import { adOfSlot, slotBelow } from './slotChoice.ts';
import { useRunning } from './useRunning.ts';

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

/** The post that each slot of this page session shows, by the number of the slot: it is the same when the slot comes back. */
const shown = new Map<number, string>();

function Slot({ slot, beside }: { readonly slot: number; readonly beside: readonly string[] }) {
  const kept = shown.get(slot) ?? null;
  const running = useRunning(slot, kept);
  const chosen = running && adOfSlot(running.ads, slot - running.from, beside, kept);
  const id = chosen?.id ?? null;
  useEffect(() => {
    if (id !== null) shown.set(slot, id);
  }, [slot, id]);
  return chosen === null ? null : <SponsoredCard ad={chosen} />;
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

import { Suspense } from 'react';
import type { Post } from '#projections/post/collections.ts';
import { AfterFirstView } from '../../kit/AfterFirstView.tsx';
import { lazySoon } from '../../kit/lazySoon.ts';
import { useMediaQuery, WIDE_MAX_PX } from '../../kit/useMediaQuery.ts';
import { useViewer } from '../../session/useViewer.ts';
import styles from './OfferStrip.module.css';

/** Tiles of the strip; with fewer offers there is none. */
const STRIP_OFFERS = 6;

/** Not before the first cards: its place is kept. */
const OfferTiles = lazySoon(() => import('./OfferTiles.tsx'));

/** For a stranger with a wide screen: what the feed offers with a photo and a price, at a glance above it. */
export function OfferStrip({ posts }: { readonly posts: readonly Post[] }) {
  const isWide = useMediaQuery(`(min-width: ${WIDE_MAX_PX + 1}px)`);
  const { status } = useViewer();
  const offers = posts
    .filter(({ price, sale, imageCount }) => price !== null && sale === 'available' && imageCount > 0)
    .slice(0, STRIP_OFFERS);
  if (!isWide || status !== 'visitor' || offers.length < STRIP_OFFERS) return null;
  return (
    <div className={styles.place}>
      <AfterFirstView>
        <Suspense>
          <OfferTiles offers={offers} />
        </Suspense>
      </AfterFirstView>
    </div>
  );
}

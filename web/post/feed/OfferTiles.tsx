import type { Post } from '#projections/post/collections.ts';
import { MediaTile } from '../media/MediaTile.tsx';
import styles from './OfferStrip.module.css';

/** One row of tiles, each leading to its post. */
export default function OfferTiles({ offers }: { readonly offers: readonly Post[] }) {
  return (
    <ul className={styles.tiles} aria-label="Offers with photos">
      {offers.map((post) => (
        <li key={post.id}>
          <MediaTile post={post} eager={false} />
        </li>
      ))}
    </ul>
  );
}

import type { ReactNode } from 'react';
import type { Post } from '#projections/post/collections.ts';
import { MediaTile } from './MediaTile.tsx';
import styles from './TileGrid.module.css';

/** Tiles whose pictures load at once: the first screen of a phone. */
const EAGER_TILES = 15;

/** Posts and comments with photos or videos: three columns of tiles, each leading to its post (FEED-13). */
export function TileGrid(props: {
  readonly label: string;
  readonly posts: readonly Post[];
  /** In the place of one more tile. */
  readonly last?: ReactNode;
}) {
  return (
    <ul className={styles.grid} aria-label={props.label}>
      {props.posts.map((post, index) => (
        <li key={post.id}>
          <MediaTile post={post} eager={index < EAGER_TILES} />
        </li>
      ))}
      {props.last !== undefined && <li>{props.last}</li>}
    </ul>
  );
}

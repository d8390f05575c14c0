import type { CSSProperties, ReactNode } from 'react';
import { stillOf } from '#domain/kernel/media.ts';
import { postFolder } from '#domain/post/files.ts';
import {
  drawnSizes,
  GALLERY_MAX_WIDTH,
  galleryLayout,
  isSmallerThanTile,
  shownSize,
} from '#projections/post/galleryLayout.ts';
import { AfterFirstView } from '../../kit/AfterFirstView.tsx';
import { cx } from '../../kit/cx.ts';
import { lazySoon } from '../../kit/lazySoon.ts';
import styles from './Gallery.module.css';
import { MediaLink } from './MediaLink.tsx';
import { mediaName } from './mediaName.ts';
import type { MediaOfPost } from './mediaOfPost.ts';
import { Photo } from './Photo.tsx';

/** Not in the first view: there a video is its poster. */
const VideoTile = lazySoon(() => import('./VideoTile.tsx'));

/**
 * The photos and videos of a card or comment: a tight grid whose size is known before they load. A lone video plays in its
 * place, everything else opens in full size.
 *
 * @param props.isWide on a phone it reaches from edge to edge
 */
export function Gallery(props: MediaOfPost & { readonly eager?: boolean; readonly isWide?: boolean }) {
  const { post, media, isWide = false } = props;
  const [first] = media;
  const layout = galleryLayout(media);
  if (first === undefined) return null;
  return (
    <div
      className={styles.gallery}
      style={{
        aspectRatio: layout.aspect,
        // A lone small picture is not blown up.
        width:
          layout.tiles.length === 1 ? `min(100%, ${Math.min(shownSize(first).width, GALLERY_MAX_WIDTH)}px)` : undefined,
        gridTemplateColumns: `repeat(${layout.columns}, 1fr)`,
        gridTemplateRows: `repeat(${layout.rows}, 1fr)`,
      }}
    >
      {layout.tiles.map((tile, index) => {
        const photo = media[index];
        if (photo === undefined) return null;
        const last = index === layout.tiles.length - 1;
        const name = mediaName(media, index, props.author);
        const folder = postFolder(post.id);
        const sizes = drawnSizes(photo, tile, layout, isWide);
        const isAlone = media.length === 1;
        const still = stillOf(photo);
        const drawing = { folder, alt: name, sizes, eager: props.eager } as const;
        return (
          <TileFrame
            key={photo.name}
            post={post}
            plays={isAlone && photo.kind === 'video'}
            index={index}
            style={{
              gridColumn: `${tile.column} / span ${tile.columnSpan}`,
              gridRow: `${tile.row} / span ${tile.rowSpan}`,
            }}
          >
            {photo.kind === 'video' ? (
              <AfterFirstView meanwhile={still && <Photo {...drawing} media={still} />}>
                <VideoTile folder={folder} media={photo} name={name} sizes={sizes} isAlone={isAlone} />
              </AfterFirstView>
            ) : (
              <Photo
                className={cx(isSmallerThanTile(photo, tile, layout) && styles.small)}
                {...drawing}
                media={photo}
              />
            )}
            {last && layout.hidden > 0 && <span className={styles.more}>+{layout.hidden}</span>}
          </TileFrame>
        );
      })}
    </div>
  );
}

/** A tile that opens what it shows, unless that has controls of its own. */
function TileFrame(props: {
  readonly post: MediaOfPost['post'];
  readonly index: number;
  readonly plays: boolean;
  readonly style: CSSProperties;
  readonly children: ReactNode;
}) {
  const { plays, ...rest } = props;
  if (plays) return <div className={styles.tile}>{props.children}</div>;
  return <MediaLink {...rest} className={styles.tile} />;
}

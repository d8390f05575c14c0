import { type CSSProperties, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import type { Media } from '#domain/kernel/media.ts';
import { postFolder } from '#domain/post/files.ts';
import { cx } from '../../kit/cx.ts';
import { lazySoon } from '../../kit/lazySoon.ts';
import styles from './Gallery.module.css';
import { GALLERY_MAX_WIDTH, galleryLayout, isSmallerThanTile, shownSize } from './layout.ts';
import { mediaName } from './mediaName.ts';
import { Photo } from './Photo.tsx';

/** Not in the first view: a video is there a moment later. */
const VideoTile = lazySoon(() => import('./VideoTile.tsx'));

/** Greatest width of a gallery in CSS pixels (POST-23), and the width that avatar and padding leave on a phone. */
const GALLERY_SIZES = '(max-width: 560px) calc(100vw - 84px), 500px';
const HALF_SIZES = '(max-width: 560px) calc(50vw - 42px), 250px';

/** The photos and videos of a card: a tight grid whose size is known before they load. A lone video plays in its place. */
export function Gallery(props: {
  readonly postId: string;
  readonly media: readonly Media[];
  readonly author: string;
  readonly eager?: boolean;
  /** A tile opens the photo itself: the page of the post is open already. */
  readonly onOpen?: (index: number) => void;
}) {
  const { media } = props;
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
        const folder = postFolder(props.postId);
        const sizes = layout.columns === 1 ? GALLERY_SIZES : HALF_SIZES;
        const isAlone = media.length === 1;
        return (
          <TileFrame
            key={photo.name}
            {...props}
            plays={isAlone && photo.kind === 'video'}
            index={index}
            style={{
              gridColumn: `${tile.column} / span ${tile.columnSpan}`,
              gridRow: `${tile.row} / span ${tile.rowSpan}`,
            }}
          >
            {photo.kind === 'video' ? (
              <Suspense>
                <VideoTile folder={folder} media={photo} name={name} sizes={sizes} isAlone={isAlone} />
              </Suspense>
            ) : (
              <Photo
                className={cx(isSmallerThanTile(photo, tile, layout) && styles.small)}
                folder={folder}
                media={photo}
                alt={name}
                sizes={sizes}
                eager={props.eager}
              />
            )}
            {last && layout.hidden > 0 && <span className={styles.more}>+{layout.hidden}</span>}
          </TileFrame>
        );
      })}
    </div>
  );
}

/** A tile that reacts to a press, unless what is in it does. */
function TileFrame(props: {
  readonly postId: string;
  readonly index: number;
  readonly onOpen?: (index: number) => void;
  /** It has controls of its own. */
  readonly plays: boolean;
  readonly style: CSSProperties;
  readonly children: ReactNode;
}) {
  const { index, onOpen, style, children } = props;
  if (props.plays) return <div className={styles.tile}>{children}</div>;
  if (onOpen === undefined) {
    return (
      <Link className={styles.tile} style={style} to={`/post/${props.postId}`}>
        {children}
      </Link>
    );
  }
  return (
    <button type="button" className={styles.tile} style={style} onClick={() => onOpen(index)}>
      {children}
    </button>
  );
}

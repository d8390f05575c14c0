import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import type { Media } from '#domain/kernel/media.ts';
import { postFolder } from '#domain/post/files.ts';
import { cx } from '../../kit/cx.ts';
import styles from './Gallery.module.css';
import { GALLERY_MAX_WIDTH, galleryLayout, isSmallerThanTile } from './layout.ts';
import { Photo } from './Photo.tsx';
import { photoName } from './photoName.ts';

/** Greatest width of a gallery in CSS pixels (POST-23), and the width that avatar and padding leave on a phone. */
const GALLERY_SIZES = '(max-width: 560px) calc(100vw - 84px), 500px';
const HALF_SIZES = '(max-width: 560px) calc(50vw - 42px), 250px';

/** The pictures of a card: a tight grid whose size is known before they load. */
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
        width: layout.tiles.length === 1 ? `min(100%, ${Math.min(first.width, GALLERY_MAX_WIDTH)}px)` : undefined,
        gridTemplateColumns: `repeat(${layout.columns}, 1fr)`,
        gridTemplateRows: `repeat(${layout.rows}, 1fr)`,
      }}
    >
      {layout.tiles.map((tile, index) => {
        const photo = media[index];
        if (photo === undefined) return null;
        const last = index === layout.tiles.length - 1;
        return (
          <TileFrame
            key={photo.name}
            {...props}
            index={index}
            style={{
              gridColumn: `${tile.column} / span ${tile.columnSpan}`,
              gridRow: `${tile.row} / span ${tile.rowSpan}`,
            }}
          >
            <Photo
              className={cx(isSmallerThanTile(photo, tile, layout) && styles.small)}
              folder={postFolder(props.postId)}
              media={photo}
              alt={photoName(index, media.length, props.author)}
              sizes={layout.columns === 1 ? GALLERY_SIZES : HALF_SIZES}
              eager={props.eager}
            />
            {last && layout.hidden > 0 && <span className={styles.more}>+{layout.hidden}</span>}
          </TileFrame>
        );
      })}
    </div>
  );
}

/** A tile that reacts to a press. */
function TileFrame(props: {
  readonly postId: string;
  readonly index: number;
  readonly onOpen?: (index: number) => void;
  readonly style: CSSProperties;
  readonly children: ReactNode;
}) {
  const { index, onOpen, style, children } = props;
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

import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import type { Media } from '#domain/kernel/media.ts';
import { postFolder } from '#domain/post/commands.ts';
import styles from './Gallery.module.css';
import { imagePath } from './imagePath.ts';
import { galleryLayout } from './layout.ts';
import { Photo } from './Photo.tsx';

/** Widest that a gallery gets in CSS pixels (POST-23), and what avatar and padding leave of a phone. */
const GALLERY_SIZES = '(max-width: 560px) calc(100vw - 84px), 500px';
const HALF_SIZES = '(max-width: 560px) calc(50vw - 42px), 250px';

function photoName(index: number, count: number, author: string): string {
  return count === 1 ? `Photo by ${author}` : `Photo ${index + 1} of ${count} by ${author}`;
}

/** The pictures of a card: a tight grid whose size is known before a byte of them has come. */
export function Gallery(props: {
  readonly postId: string;
  readonly media: readonly Media[];
  readonly author: string;
  readonly eager?: boolean;
  /** A tile opens the photo itself: the page of the post is open already. */
  readonly opensPhoto?: boolean;
}) {
  const { media } = props;
  const layout = galleryLayout(media);
  if (layout.tiles.length === 0) return null;
  return (
    <div
      className={styles.gallery}
      style={{
        aspectRatio: layout.aspect,
        gridTemplateColumns: `repeat(${layout.columns}, 1fr)`,
        gridTemplateRows: `repeat(${layout.rows}, 1fr)`,
      }}
    >
      {layout.tiles.map((tile, index) => {
        const photo = media[index];
        if (photo === undefined) return null;
        const last = index === layout.tiles.length - 1;
        return (
          <Link
            key={photo.name}
            className={styles.tile}
            {...(props.opensPhoto
              ? {
                  to: imagePath(postFolder(props.postId), photo.name),
                  target: '_blank',
                  rel: 'noopener',
                  reloadDocument: true,
                }
              : { to: `/post/${props.postId}` })}
            style={{
              gridColumn: `${tile.column} / span ${tile.columnSpan}`,
              gridRow: `${tile.row} / span ${tile.rowSpan}`,
            }}
          >
            <Photo
              folder={postFolder(props.postId)}
              media={photo}
              alt={photoName(index, media.length, props.author)}
              sizes={layout.columns === 1 ? GALLERY_SIZES : HALF_SIZES}
              eager={props.eager}
            />
            {last && layout.hidden > 0 && <span className={styles.more}>+{layout.hidden}</span>}
          </Link>
        );
      })}
    </div>
  );
}

/** A picture's whole shape, as wide as the page and no higher than the window; known before it has loaded. */
function wholeIn({ width, height }: Media): CSSProperties {
  return { width: `min(100%, ${width}px, calc(86dvh * ${width / height}))`, aspectRatio: `${width} / ${height}` };
}

/** The pictures of an opened post: each one whole, one below the other. */
export function PhotoStack(props: {
  readonly postId: string;
  readonly media: readonly Media[];
  readonly author: string;
}) {
  if (props.media.length === 0) return null;
  return (
    <div className={styles.stack}>
      {props.media.map((photo, index) => (
        <a
          key={photo.name}
          href={imagePath(postFolder(props.postId), photo.name)}
          target="_blank"
          rel="noopener"
          aria-label={`Open ${photoName(index, props.media.length, props.author)}`}
        >
          <Photo
            className={styles.whole}
            style={wholeIn(photo)}
            folder={postFolder(props.postId)}
            media={photo}
            alt={photoName(index, props.media.length, props.author)}
            sizes="(max-width: 640px) 92vw, 568px"
            eager={index === 0}
          />
        </a>
      ))}
    </div>
  );
}

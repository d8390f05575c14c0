import { Layers } from 'lucide-react';
import { Link } from 'react-router';
import type { Media } from '#domain/kernel/media.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { postFolder } from '#domain/post/files.ts';
import { amountText, labelOf } from '#domain/post/offerWords.ts';
import { titleOf } from '#domain/post/plainText.ts';
import type { Post } from '#projections/post/collections.ts';
import { cx } from '../../kit/cx.ts';
import { placePath } from '../share/placePath.ts';
import styles from './MediaTile.module.css';
import { Still } from './Still.tsx';

/** The first photo or video of a post or comment, with the price, title and state of what is offered; it leads there. */
export function MediaTile({ post, eager }: { readonly post: Post; readonly eager: boolean }) {
  const { price, sale } = post;
  const media = reveal(post.media) ?? [];
  const [first] = media;
  const title = titleOf(reveal(post.text));
  if (first === undefined) return null;
  const cost = price === null ? null : amountText(price.cents);
  const state = sale === 'available' ? null : labelOf(sale);
  const what = [whatOf(media), cost, state].filter((part) => part !== null).join(', ');
  return (
    <div className={cx(styles.frame, sale === 'sold' && styles.isSold, media.length > 1 && styles.hasCount)}>
      <Link className={styles.tile} to={placePath(post)} aria-label={title === '' ? what : `${what}: ${title}`}>
        <Still folder={postFolder(post.id)} media={first} alt="" sizes="(max-width: 769px) 33vw, 200px" eager={eager} />
      </Link>
      {/* The name of the link says all of it. */}
      <span className={styles.head} aria-hidden>
        {state !== null && <span className={cx(styles.mark, styles[sale])}>{state}</span>}
        {media.length > 1 && (
          <span className={cx(styles.mark, styles.count)}>
            <Layers size={14} aria-hidden /> {media.length}
          </span>
        )}
      </span>
      {(cost !== null || title !== '') && (
        <span className={styles.foot} aria-hidden>
          {cost !== null && <strong>{cost}</strong>}
          {title !== '' && <span>{title}</span>}
        </span>
      )}
    </div>
  );
}

/** "Photo", "Video", "3 photos", "3 photos and videos". */
function whatOf(media: readonly Media[]): string {
  const kinds = new Set(media.map(({ kind }) => (kind === 'image' ? 'photo' : 'video')));
  const [kind = 'photo'] = kinds;
  if (media.length === 1) return kind === 'photo' ? 'Photo' : 'Video';
  return kinds.size === 1 ? `${media.length} ${kind}s` : `${media.length} photos and videos`;
}

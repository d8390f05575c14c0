import { Link } from 'react-router';
import { stillOf } from '#domain/kernel/media.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { postFolder } from '#domain/post/files.ts';
import { amountText } from '#domain/post/offerWords.ts';
import { titleOf } from '#domain/post/plainText.ts';
import type { Post } from '#projections/post/collections.ts';
import { Photo } from '../media/Photo.tsx';
import { firstWords } from '../text/preview.ts';
import styles from './Glimpse.module.css';

/** Characters of the title that a small card shows. */
const TITLE_CHARACTERS = 80;
/** CSS pixels of the picture's edge. */
const PICTURE_PX = 64;

/** A post as a small card that leads to it: its picture, its title, what it costs, and whether it is sold (CHAT-21). */
export default function Glimpse({ post }: { readonly post: Post }) {
  const still = (reveal(post.media) ?? []).map(stillOf).find((picture) => picture !== null);
  const title = firstWords(titleOf(reveal(post.text)), TITLE_CHARACTERS);
  return (
    <Link className={styles.glimpse} to={`/post/${post.id}`}>
      {still !== undefined && (
        <span className={styles.picture} style={{ width: PICTURE_PX, height: PICTURE_PX }}>
          <Photo folder={postFolder(post.id)} media={still} alt="" sizes={`${PICTURE_PX}px`} />
        </span>
      )}
      <span className={styles.words}>
        <span className={styles.line} dir="auto">
          {title === '' ? 'Post' : title}
        </span>
        <span className={styles.terms}>
          {post.price !== null && <strong>{amountText(post.price.cents)}</strong>}
          {post.sale === 'sold' && <span className={styles.sold}>Sold</span>}
        </span>
      </span>
    </Link>
  );
}

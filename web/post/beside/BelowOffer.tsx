import type { Post } from '#projections/post/collections.ts';
import styles from './AboutOffer.module.css';
import AboutOffer from './AboutOffer.tsx';

/** The same below the post, where the screen has no room beside it. */
export default function BelowOffer({ post }: { readonly post: Post }) {
  return (
    <aside className={styles.below} aria-label="About the offer">
      <AboutOffer post={post} />
    </aside>
  );
}

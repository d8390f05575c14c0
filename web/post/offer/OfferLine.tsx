import { Suspense } from 'react';
import { Link } from 'react-router';
import { ALL_CATEGORIES, findCategory } from '#domain/post/categories.ts';
import { amountText, labelOf } from '#domain/post/offerWords.ts';
import type { Post } from '#projections/post/collections.ts';
import { cx } from '../../kit/cx.ts';
import { lazySoon } from '../../kit/lazySoon.ts';
import { useSession } from '../../session/session.ts';
import { feedPath } from './feedPath.ts';
import { isOffer } from './isOffer.ts';
import styles from './Offer.module.css';

/** For the owner alone: its place is kept until it is there. */
const SaleSwitch = lazySoon(() => import('./SaleSwitch.tsx'));

/**
 * The terms of a post, and the state of its sale, which its owner sets here. It draws nothing for a post that offers
 * nothing; the category is not printed when it is all of them (Q26).
 */
export function OfferLine({ post }: { readonly post: Post }) {
  const isOwn = useSession((session) => session.userId === post.author);
  if (!isOffer(post)) return null;
  const { price, condition, category, sale } = post;
  return (
    <div className={cx(styles.offer, sale === 'sold' && styles.isSold)}>
      {price !== null && (
        <span className={styles.price}>
          <strong>{amountText(price.cents)}</strong>
          {price.orBestOffer && ' or best offer'}
        </span>
      )}
      {condition !== null && <span className={styles.chip}>{labelOf(condition)}</span>}
      {category !== ALL_CATEGORIES.value && (
        <Link className={styles.chip} to={feedPath(category)}>
          {findCategory(category)?.label}
        </Link>
      )}
      {isOwn ? (
        <Suspense fallback={<span className={styles.switch} />}>
          <SaleSwitch post={post} />
        </Suspense>
      ) : (
        sale !== 'available' && <span className={cx(styles.badge, styles[sale])}>{labelOf(sale)}</span>
      )}
    </div>
  );
}

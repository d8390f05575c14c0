import styles from './CardSkeletons.module.css';
import { Skeleton } from './Skeleton.tsx';

/** Grey cards in place of cards that are loading; every other one with a picture. */
export function CardSkeletons({ count, label = 'Loading posts' }: { readonly count: number; readonly label?: string }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: count }, (_, index) => (
        <div key={String(index)} className={styles.bones}>
          <Skeleton width={40} height={40} round />
          <span>
            <Skeleton width="42%" height={16} />
            <Skeleton width="92%" height={14} />
            <Skeleton width="64%" height={14} />
            {index % 2 === 0 && <Skeleton height={220} />}
          </span>
        </div>
      ))}
    </div>
  );
}

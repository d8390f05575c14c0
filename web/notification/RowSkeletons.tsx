import { Skeleton } from '../kit/Skeleton.tsx';
import styles from './RowSkeletons.module.css';

/** Grey rows in place of notifications that are loading. */
export function RowSkeletons({
  count,
  label = 'Loading notifications',
}: {
  readonly count: number;
  readonly label?: string;
}) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: count }, (_, index) => (
        <div key={String(index)} className={styles.bones}>
          <Skeleton width={44} height={44} round />
          <span>
            <Skeleton width="78%" height={16} />
            <Skeleton width="52%" height={14} />
            <Skeleton width={80} height={12} />
          </span>
        </div>
      ))}
    </div>
  );
}

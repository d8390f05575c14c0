import { countersOf } from '#domain/impression/actions.ts';
import { postFigures } from '#projections/impression/collections.ts';
import { useDocument } from '../sync/hooks.ts';
import styles from './Figures.module.css';
import { COUNTER_LABELS, saidCount } from './words.ts';

/** The counters on a post, for its owner, while its ad is active (ANLT-04, Q67). */
export function PostFiguresLine({ postId }: { readonly postId: string }) {
  const counters = countersOf(useDocument(postFigures, postId));
  return (
    <dl className={styles.inline} aria-label="Analytics of this post">
      {COUNTER_LABELS.map(([name, label]) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{saidCount(counters[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

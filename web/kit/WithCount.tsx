import type { ReactNode } from 'react';
import { countText } from './countText.ts';
import styles from './WithCount.module.css';

/** An icon with a number at its corner, none for 0. Decorative: the name of what it stands on says the number. */
export function WithCount({ count, children }: { readonly count: number; readonly children: ReactNode }) {
  return (
    <span className={styles.icon}>
      {children}
      {count > 0 && (
        <span className={styles.count} aria-hidden>
          {countText(count)}
        </span>
      )}
    </span>
  );
}

import type { ReactNode } from 'react';
import { countText } from './countText.ts';
import styles from './WithCount.module.css';

/** An icon with a number at its corner, none for 0. Decorative: the name of what it stands on says the number. */
export function WithCount({ count, children }: { readonly count: number; readonly children: ReactNode }) {
  return (
    // Drawn by the style sheet, so that the number is not part of the text of a surrounding link.
    <span className={styles.icon} data-count={count > 0 ? countText(count) : undefined}>
      {children}
    </span>
  );
}

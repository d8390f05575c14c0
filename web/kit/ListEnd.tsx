import type { ReactNode } from 'react';
import styles from './ListEnd.module.css';

/** The last line of a list of which all is shown, or of which no more is. */
export function ListEnd({ children = "You've reached the end." }: { readonly children?: ReactNode }) {
  return <p className={styles.end}>{children}</p>;
}

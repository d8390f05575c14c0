import type { ReactElement } from 'react';
import { Link } from 'react-router';
import styles from './GoogleWay.module.css';

/** The button of the way with Google, above what a new account agrees to. */
export function GoogleWay({ children }: { readonly children: ReactElement }) {
  return (
    <div className={styles.way}>
      {children}
      <p className={styles.terms}>
        With a new account you agree to the{' '}
        <Link to="/settings/terms" target="_blank" rel="noopener">
          Terms of Service
        </Link>
        .
      </p>
    </div>
  );
}

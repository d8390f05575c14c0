import { Button } from './Button.tsx';
import styles from './SlowWord.module.css';

/** Something has been waited for too long (Q43): a word, and a way on. */
export function SlowWord({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className={styles.slow} role="status">
      <p>This takes longer than usual.</p>
      <Button onClick={onRetry}>Retry</Button>
    </div>
  );
}

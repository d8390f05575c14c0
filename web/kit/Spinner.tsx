import { LoaderCircle } from 'lucide-react';
import { cx } from './cx.ts';
import styles from './Spinner.module.css';

/** Something is on its way and has no skeleton of its own. */
export function Spinner({ label = 'Loading', page = false }: { readonly label?: string; readonly page?: boolean }) {
  return (
    <div className={cx(styles.spinner, page && styles.page)} role="status" aria-label={label}>
      <LoaderCircle size={28} aria-hidden />
    </div>
  );
}

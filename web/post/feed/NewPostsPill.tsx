import { ArrowUp } from 'lucide-react';
import styles from './CardList.module.css';
import { pillText } from './frozenFeed.ts';

/** "3 new posts": what waits above the reader, shown on demand (D22). */
export function NewPostsPill({ count, onShow }: { readonly count: number; readonly onShow: () => void }) {
  return (
    <div className={styles.pillPlace} role="status">
      {count > 0 && (
        <button type="button" className={styles.pill} onClick={onShow}>
          <ArrowUp size={18} aria-hidden />
          {pillText(count)}
        </button>
      )}
    </div>
  );
}

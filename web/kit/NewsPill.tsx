import type { LucideIcon } from 'lucide-react';
import styles from './NewsPill.module.css';

/** Announces posts or comments that arrived out of sight, shown by a press: "3 new posts" (D22). */
export function NewsPill(props: {
  readonly icon: LucideIcon;
  /** `null`: no news. The element stays, because only additions to a live region are read out. */
  readonly text: string | null;
  readonly onShow: () => void;
}) {
  const { icon: Icon, text } = props;
  return (
    <div className={styles.pillPlace} role="status">
      {text !== null && (
        <button type="button" className={styles.pill} onClick={props.onShow}>
          <Icon size={18} aria-hidden />
          {text}
        </button>
      )}
    </div>
  );
}

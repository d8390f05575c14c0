import type { LucideIcon } from 'lucide-react';
import styles from './NewsPill.module.css';

/** What has come meanwhile and is out of sight, brought by a press: "3 new posts" (D22). */
export function NewsPill(props: {
  readonly icon: LucideIcon;
  /** `null`: nothing has come. Its place stays, for only what comes into a live region is read out. */
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

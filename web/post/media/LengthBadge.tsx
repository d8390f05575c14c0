import { Play } from 'lucide-react';
import { cx } from '../../kit/cx.ts';
import { clockTime } from './clockTime.ts';
import styles from './LengthBadge.module.css';

/** Marks the still of a video, with its length. @param seconds `null`: not known */
export function LengthBadge({ seconds, className }: { readonly seconds: number | null; readonly className?: string }) {
  return (
    <span className={cx(styles.badge, className)} aria-hidden>
      <Play size={14} fill="currentColor" /> {clockTime(seconds)}
    </span>
  );
}

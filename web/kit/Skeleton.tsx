import { cx } from './cx.ts';
import styles from './Skeleton.module.css';

/** A grey shape in place of loading content. Sizes in pixels, or any CSS width. */
export function Skeleton(props: {
  readonly width?: number | string;
  readonly height: number;
  readonly round?: boolean;
}) {
  return (
    <span
      aria-hidden
      className={cx(styles.bone, props.round && styles.round)}
      style={{ width: props.width ?? '100%', height: props.height }}
    />
  );
}

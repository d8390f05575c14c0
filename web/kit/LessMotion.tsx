import type { ReactElement } from 'react';
import styles from './LessMotion.module.css';
import { LESS_MOTION } from './useMediaQuery.ts';

/** Shows the first frame of an animated picture, in its place, to people who want less motion. */
export function LessMotion(props: {
  /** `srcset` of the first frame; `undefined`: the picture does not move. */
  readonly still: string | undefined;
  /** `sizes` of the picture, as CSS says. */
  readonly sizes: string;
  /** The picture. */
  readonly children: ReactElement;
}) {
  if (props.still === undefined) return props.children;
  return (
    <picture className={styles.picture}>
      <source media={LESS_MOTION} srcSet={props.still} sizes={props.sizes} />
      {props.children}
    </picture>
  );
}

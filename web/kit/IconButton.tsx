import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from './cx.ts';
import styles from './IconButton.module.css';

/** A button that shows only an icon; `label` is its accessible name and its hint. */
export function IconButton({
  label,
  children,
  className,
  type = 'button',
  ...rest
}: {
  readonly label: string;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
} & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type={type} aria-label={label} title={label} className={cx(styles.button, className)} {...rest}>
      {children}
    </button>
  );
}

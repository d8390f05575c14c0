import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './Menu.module.css';

/** One action of a menu; another noun's entry is one of these (`Menu`, `lead` and `more`). */
export function MenuItem(props: {
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly onSelect: () => void;
}) {
  return (
    <DropdownMenu.Item className={cx(styles.item, props.danger && styles.danger)} onSelect={props.onSelect}>
      {props.icon}
      {props.label}
    </DropdownMenu.Item>
  );
}

import type { ReactNode } from 'react';
import styles from './Share.module.css';

/** Pixels of the icon of a way to share. */
export const SHARE_ICON_PX = 20;

/** One way to share a post: a button, or a link beside this page. */
export function ShareWay(props: {
  readonly icon: ReactNode;
  readonly label: string;
  readonly href?: string;
  readonly onPress?: () => void;
}) {
  const { icon, label, href, onPress } = props;
  return (
    <li>
      {href === undefined ? (
        <button type="button" className={styles.way} onClick={onPress}>
          {icon}
          {label}
        </button>
      ) : (
        <a className={styles.way} href={href} target="_blank" rel="noopener noreferrer" onClick={onPress}>
          {icon}
          {label}
        </a>
      )}
    </li>
  );
}

import { Link } from 'react-router';
import styles from './TabNav.module.css';

/** A tab: a page, or a part of one, with an address of its own, so that it can be shared and reloaded. */
export interface Tab {
  readonly label: string;
  readonly to: string;
  readonly isShown: boolean;
  /** Takes the place of the present history entry: the tabs are parts of one page. */
  readonly replace?: true;
}

/** The tabs below the head of a page. @param label what they are parts of */
export function TabNav({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <nav className={styles.tabs} aria-label={label} data-screen-only>
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          className={styles.tab}
          to={tab.to}
          replace={tab.replace}
          aria-current={tab.isShown ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}

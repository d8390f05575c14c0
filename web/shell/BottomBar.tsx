import type { MainAction, NavigationLink } from '../noun.ts';
import { useViewer } from '../session/useViewer.ts';
import styles from './BottomBar.module.css';
import { linksFor, mainAction, navigation } from './registry.ts';
import { TabLink } from './TabLink.tsx';

/** The phone's navigation, under the thumb. */
export function BottomBar() {
  const viewer = useViewer();
  const links = linksFor(navigation.bottom, viewer.status === 'visitor' ? 'visitor' : 'user');
  const actionRank = mainAction?.rank ?? 0;
  const first = links.filter(({ rank }) => rank < actionRank);
  return (
    <nav className={styles.bar} aria-label="Main">
      {first.map(link)}
      {mainAction !== undefined && <Action action={mainAction} />}
      {links.slice(first.length).map(link)}
    </nav>
  );
}

const link = ({ to, within, label, icon: Icon }: NavigationLink) => (
  <TabLink key={to} className={styles.item} to={to} within={within} aria-label={label}>
    <Icon size={24} aria-hidden />
  </TabLink>
);

function Action({ action: { bar, useAct, ahead } }: { readonly action: MainAction }) {
  const act = useAct();
  return (
    <button type="button" className={styles.item} aria-label={bar.label} onClick={act} {...ahead}>
      <span className={styles.add}>
        <bar.icon size={22} aria-hidden />
      </span>
    </button>
  );
}

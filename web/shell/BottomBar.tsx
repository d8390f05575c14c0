import { WithCount } from '../kit/WithCount.tsx';
import type { MainAction, NavigationLink } from '../noun.ts';
import { useViewer } from '../session/useViewer.ts';
import styles from './BottomBar.module.css';
import { linkName, linksFor, mainAction, navigation, unreadHookOf } from './registry.ts';
import { TabLink } from './TabLink.tsx';

/** The phone's navigation, under the thumb. */
export function BottomBar() {
  const viewer = useViewer();
  const links = linksFor(navigation.bottom, viewer.status === 'visitor' ? 'visitor' : 'user');
  const actionRank = mainAction?.rank ?? 0;
  const first = links.filter(({ rank }) => rank < actionRank);
  return (
    <nav className={styles.bar} aria-label="Main">
      {first.map(item)}
      {mainAction !== undefined && <Action action={mainAction} />}
      {links.slice(first.length).map(item)}
    </nav>
  );
}

const item = (link: NavigationLink) => <Item key={link.to} link={link} />;

function Item({ link }: { readonly link: NavigationLink }) {
  const { to, within, label, icon: Icon } = link;
  const useUnread = unreadHookOf(link);
  const unread = useUnread();
  return (
    <TabLink className={styles.item} to={to} within={within} aria-label={linkName(label, unread)}>
      <WithCount count={unread}>
        <Icon size={24} aria-hidden />
      </WithCount>
    </TabLink>
  );
}

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

import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../kit/Button.tsx';
import { cx } from '../kit/cx.ts';
import { Tooltip } from '../kit/Tooltip.tsx';
import { NARROW_MAX_PX, useMediaQuery } from '../kit/useMediaQuery.ts';
import { WithCount } from '../kit/WithCount.tsx';
import type { MainAction, NavigationLink } from '../noun.ts';
import { CampusMark } from '../session/CampusMark.tsx';
import { site, sitePlace } from '../session/site.ts';
import { useViewer } from '../session/useViewer.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { AccountPicture, accountWords, linkName, linksFor, mainAction, navigation, unreadHookOf } from './registry.ts';
import styles from './SideNav.module.css';
import { TabLink } from './TabLink.tsx';

/** The navigation beside the page: with labels where they fit, else a rail of icons. */
export function SideNav() {
  const rail = useMediaQuery(`(max-width: ${NARROW_MAX_PX}px)`);
  const viewer = useViewer();
  const links = linksFor(navigation.side, viewer.status === 'visitor' ? 'visitor' : 'user', viewer.isModerator);
  return (
    <header className={cx(styles.nav, rail && styles.rail)} data-screen-only>
      <TabLink to="/home" className={styles.brand} aria-label={rail ? `${site.name} Quad` : undefined}>
        <CampusMark size={30} />
        {!rail && (
          <span>
            {site.name} Quad
            <small>{sitePlace}</small>
          </span>
        )}
      </TabLink>
      <nav aria-label="Main">
        {links.map((link) => (
          <Item key={link.to} link={link} rail={rail} />
        ))}
      </nav>
      {mainAction !== undefined && <Action action={mainAction} rail={rail} />}
      <div className={styles.grow} />
      <Account rail={rail} />
    </header>
  );
}

interface OnRail {
  /** Only icons fit. */
  readonly rail: boolean;
}

function Item({ link, rail }: OnRail & { readonly link: NavigationLink }) {
  const { to, within, label, icon: Icon } = link;
  const useUnread = unreadHookOf(link);
  const unread = useUnread();
  return (
    <Named rail={rail} label={label}>
      <TabLink to={to} within={within} className={styles.item} aria-label={linkName(label, unread)}>
        <WithCount count={unread}>
          <Icon size={24} />
        </WithCount>
        {!rail && <span>{label}</span>}
      </TabLink>
    </Named>
  );
}

function Action({ action, rail }: OnRail & { readonly action: MainAction }) {
  const act = action.useAct();
  return (
    <Named rail={rail} label={action.label}>
      <Button
        variant="primary"
        size="large"
        wide={!rail}
        className={styles.create}
        aria-label={action.label}
        onClick={act}
        {...action.ahead}
      >
        {rail ? <action.icon size={22} aria-hidden /> : action.label}
      </Button>
    </Named>
  );
}

/** The signed-in user, with their menu. */
function Account({ rail }: OnRail) {
  const words = accountWords(useViewer());
  const label = words === null ? 'More' : `${words.name} ${words.handle}`;
  return (
    <AccountMenu
      side="top"
      align="start"
      button={(button) => (
        <button
          type="button"
          className={cx(styles.account, words === null && styles.more)}
          aria-label={rail ? 'Account menu' : `Account menu: ${label}`}
          {...button}
        >
          {words === null ? <Ellipsis size={24} aria-hidden /> : <AccountPicture size={40} />}
          {!rail && words === null && 'More'}
          {!rail && words !== null && (
            <span className={styles.who}>
              <span className={styles.name}>
                <bdi>{words.name}</bdi>
              </span>
              <span className={styles.handle}>{words.handle}</span>
            </span>
          )}
        </button>
      )}
    />
  );
}

/** On the rail an icon's name shows as a hint. */
function Named({ rail, label, children }: OnRail & { readonly label: string; readonly children: ReactNode }) {
  return rail ? <Tooltip label={label}>{children}</Tooltip> : children;
}

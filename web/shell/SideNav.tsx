import { Bookmark, Ellipsis, House, LogIn, SquarePen, UserRound, UserRoundPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../kit/Button.tsx';
import { cx } from '../kit/cx.ts';
import { Tooltip } from '../kit/Tooltip.tsx';
import { NARROW_MAX_PX, useMediaQuery } from '../kit/useMediaQuery.ts';
import { fetchesComposer } from '../post/compose/composerCode.ts';
import { useOpenComposer } from '../post/compose/useOpenComposer.ts';
import { CampusMark } from '../session/CampusMark.tsx';
import { isGenericSite, site, sitePlace } from '../session/site.ts';
import { useViewer } from '../session/useViewer.ts';
import { FullName } from '../user/FullName.tsx';
import { fullName, handle } from '../user/names.ts';
import { UserAvatar } from '../user/UserAvatar.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import styles from './SideNav.module.css';
import { TabLink } from './TabLink.tsx';

/** The navigation beside the page: with words where there is room, a rail of icons where there is not. */
export function SideNav() {
  const rail = useMediaQuery(`(max-width: ${NARROW_MAX_PX}px)`);
  const viewer = useViewer();
  const openComposer = useOpenComposer();
  const visitor = viewer.status === 'visitor';
  const words = viewer.person === undefined ? 'More' : `${fullName(viewer.person)} ${handle(viewer.person)}`;
  const accountLabel = rail ? 'Account menu' : `Account menu: ${words}`;

  return (
    <header className={cx(styles.nav, rail && styles.rail)}>
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
        <Item
          to="/home"
          icon={<House size={24} />}
          label={isGenericSite ? 'Campuses' : 'Home (Buy/Sell)'}
          rail={rail}
        />
        {visitor ? (
          <>
            <Item to="/login?method=password" icon={<LogIn size={24} />} label="Log In" rail={rail} />
            <Item to="/register" icon={<UserRoundPlus size={24} />} label="Sign Up" rail={rail} />
          </>
        ) : (
          <>
            <Item to="/saved" icon={<Bookmark size={24} />} label="Saved" rail={rail} />
            <Item to="/profile" icon={<UserRound size={24} />} label="Profile" rail={rail} />
          </>
        )}
      </nav>
      {!isGenericSite && (
        <Named rail={rail} label="Create Post">
          <Button
            variant="primary"
            size="large"
            wide={!rail}
            className={styles.create}
            aria-label="Create Post"
            onClick={openComposer}
            {...fetchesComposer}
          >
            {rail ? <SquarePen size={22} aria-hidden /> : 'Create Post'}
          </Button>
        </Named>
      )}
      <div className={styles.grow} />
      <AccountMenu
        side="top"
        align="start"
        button={(button) => (
          <button
            type="button"
            className={cx(styles.account, viewer.person === undefined && styles.more)}
            aria-label={accountLabel}
            {...button}
          >
            {viewer.person === undefined ? (
              <Ellipsis size={24} aria-hidden />
            ) : (
              <UserAvatar person={viewer.person} size={40} />
            )}
            {!rail && viewer.person === undefined && 'More'}
            {!rail && viewer.person !== undefined && (
              <span className={styles.who}>
                <span className={styles.name}>
                  <FullName person={viewer.person} />
                </span>
                <span className={styles.handle}>{handle(viewer.person)}</span>
              </span>
            )}
          </button>
        )}
      />
    </header>
  );
}

function Item(props: {
  readonly to: string;
  readonly icon: ReactNode;
  readonly label: string;
  readonly rail: boolean;
}) {
  return (
    <Named rail={props.rail} label={props.label}>
      <TabLink to={props.to} className={styles.item} aria-label={props.label}>
        {props.icon}
        {!props.rail && <span>{props.label}</span>}
      </TabLink>
    </Named>
  );
}

/** On the rail an icon's name shows as a hint. */
function Named({
  rail,
  label,
  children,
}: {
  readonly rail: boolean;
  readonly label: string;
  readonly children: ReactNode;
}) {
  return rail ? <Tooltip label={label}>{children}</Tooltip> : children;
}

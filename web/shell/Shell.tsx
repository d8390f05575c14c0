import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { topicName } from '#projections/sync/topicNames.ts';
import { AboutGroup } from '../campus/AboutGroup.tsx';
import { useMediaQuery, useMobile, WIDE_MAX_PX } from '../kit/useMediaQuery.ts';
import { useImagesNotDeleted } from '../post/useImagesNotDeleted.ts';
import { forgetReturn, returnPath } from '../session/chainMemory.ts';
import { site } from '../session/site.ts';
import { useTopic } from '../sync/hooks.ts';
import { BottomBar } from './BottomBar.tsx';
import { OutboxPanel } from './OutboxPanel.tsx';
import styles from './Shell.module.css';
import { SideNav } from './SideNav.tsx';
import { useNotices } from './useNotices.ts';
import { useShortcuts } from './useShortcuts.ts';
import { VerifyBanner } from './VerifyBanner.tsx';

/** The frame of every page inside: navigation, the page, what is live beside it (SHEL-05). */
export function Shell() {
  const mobile = useMobile();
  const wide = useMediaQuery(`(min-width: ${WIDE_MAX_PX + 1}px)`);
  useShortcuts();
  useNotices();
  useImagesNotDeleted();
  useArrival();
  // Held as long as the shell is there: coming back to the feed finds all its pages (FEED-27).
  useTopic(topicName.feed(site.id));

  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <div className={styles.layout}>
        {!mobile && <SideNav />}
        <main id="main" className={styles.main} tabIndex={-1}>
          <VerifyBanner />
          <Outlet />
        </main>
        {wide && <AboutGroup />}
      </div>
      {mobile && <BottomBar />}
      <OutboxPanel />
    </>
  );
}

/** Whoever has come back to where they were asked to sign in need not come back again. */
function useArrival(): void {
  const location = useLocation();
  const here = location.pathname + location.search;
  useEffect(() => {
    if (returnPath() === here) forgetReturn();
  }, [here]);
}

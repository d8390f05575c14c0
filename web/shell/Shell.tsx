import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { openDialog } from '../kit/dialog/dialogStore.ts';
import { useShortcut } from '../kit/navigation/useShortcut.ts';
import { Filled } from '../kit/slots.tsx';
import { useMediaQuery, useMobile, WIDE_MAX_PX } from '../kit/useMediaQuery.ts';
import { frameSlots } from '../noun.ts';
import { forgetReturn, returnPath } from '../session/chainMemory.ts';
import { BottomBar } from './BottomBar.tsx';
import { keysDialog } from './dialogs.ts';
import { OutboxPanel } from './OutboxPanel.tsx';
import styles from './Shell.module.css';
import { SideNav } from './SideNav.tsx';
import { useNotices } from './useNotices.ts';

const showKeys = () => openDialog(keysDialog, {});

/** The frame of every inner page: navigation, the page, its live side column (SHEL-05). */
export function Shell() {
  const mobile = useMobile();
  const wide = useMediaQuery(`(min-width: ${WIDE_MAX_PX + 1}px)`);
  useShortcut('?', showKeys);
  useNotices();
  useArrival();

  return (
    <>
      <Filled slot={frameSlots.inShell} with={{}} />
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <div className={styles.layout}>
        {!mobile && <SideNav />}
        <main id="main" className={styles.main} tabIndex={-1}>
          <Filled slot={frameSlots.pageTop} with={{}} />
          <Outlet />
        </main>
        {wide && <Filled slot={frameSlots.aside} with={{}} />}
      </div>
      {mobile && <BottomBar />}
      <OutboxPanel />
    </>
  );
}

/** Forgets the remembered return page once the person has returned to it. */
function useArrival(): void {
  const location = useLocation();
  const here = location.pathname + location.search;
  useEffect(() => {
    if (returnPath() === here) forgetReturn();
  }, [here]);
}

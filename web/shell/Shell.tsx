import { Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { cx } from '../kit/cx.ts';
import { openDialog } from '../kit/dialog/dialogStore.ts';
import { lazySoon } from '../kit/lazySoon.ts';
import { useShortcut, useUndoKey } from '../kit/navigation/useShortcut.ts';
import { Spinner } from '../kit/Spinner.tsx';
import { Filled } from '../kit/slots.tsx';
import { useMediaQuery, useMobile, WIDE_MAX_PX } from '../kit/useMediaQuery.ts';
import { frameSlots } from '../noun.ts';
import { forgetReturn, returnPath } from '../session/chainMemory.ts';
import { useOutbox } from '../sync/hooks.ts';
import { BottomBar } from './BottomBar.tsx';
import { keysDialog } from './dialogs.ts';
import styles from './Shell.module.css';
import { SideNav } from './SideNav.tsx';
import { UnreadInTitle } from './Unread.tsx';
import { useNotices } from './useNotices.ts';

const OutboxPanel = lazySoon(() => import('./OutboxPanel.tsx'));
const BesideSettings = lazySoon(() => import('./BesideSettings.tsx'));

const showKeys = () => openDialog(keysDialog, {});

/**
 * The frame of every inner page: navigation, the page, its live side column (SHEL-05).
 *
 * @param frame `settings`: their menu takes the place of the side column; `wide`: the page takes it, and is as high as the
 *   window
 */
export function Shell({ frame }: { readonly frame: 'shell' | 'settings' | 'wide' }) {
  const settings = frame === 'settings';
  const isWide = frame === 'wide';
  const mobile = useMobile();
  const wide = useMediaQuery(`(min-width: ${WIDE_MAX_PX + 1}px)`);
  useShortcut('?', showKeys);
  useUndoKey();
  useNotices();
  useArrival();

  return (
    <>
      <Filled slot={frameSlots.inShell} with={{}} />
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <div className={cx(styles.layout, (settings || isWide) && styles.settings)}>
        {!mobile && <SideNav />}
        <main id="main" className={cx(styles.main, isWide && styles.wide)} tabIndex={-1}>
          <Filled slot={frameSlots.pageTop} with={{}} />
          {settings ? (
            <Suspense fallback={<Spinner page />}>
              <BesideSettings />
            </Suspense>
          ) : (
            <Outlet />
          )}
        </main>
        {wide && frame === 'shell' && (
          <Suspense>
            <Filled slot={frameSlots.aside} with={{}} />
          </Suspense>
        )}
      </div>
      {mobile && <BottomBar />}
      <Unsent />
      <UnreadInTitle />
    </>
  );
}

/** The commands that have not reached the server yet; most of the time there are none. */
function Unsent() {
  const outbox = useOutbox();
  if (outbox.length === 0) return null;
  return (
    <Suspense>
      <OutboxPanel />
    </Suspense>
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

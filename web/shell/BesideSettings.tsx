import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { Spinner } from '../kit/Spinner.tsx';
import { NARROW_MAX_PX, useMediaQuery } from '../kit/useMediaQuery.ts';
import styles from './BesideSettings.module.css';
import SettingsMenu from './SettingsMenu.tsx';

/** A page of the settings with their menu beside it; narrow screens have the menu on a page of its own (SETT-02). */
export default function BesideSettings() {
  const narrow = useMediaQuery(`(max-width: ${NARROW_MAX_PX}px)`);
  return (
    <div className={styles.columns}>
      {!narrow && (
        <div className={styles.menu}>
          <h2>Settings</h2>
          <Suspense fallback={<Spinner />}>
            <SettingsMenu />
          </Suspense>
        </div>
      )}
      <div className={styles.page}>
        <Outlet />
      </div>
    </div>
  );
}

import { Link, Outlet } from 'react-router';
import { CampusMark } from '../session/CampusMark.tsx';
import { site, sitePlace } from '../session/site.ts';
import styles from './AuthLayout.module.css';

/** The frame of everything on the way in: the campus on one side, one question at a time on the other. */
export default function AuthLayout() {
  return (
    <div className={styles.page}>
      <header className={styles.brand}>
        <span className={styles.backdrop} aria-hidden>
          <CampusMark />
        </span>
        <Link to="/home" aria-label={`${site.name} Quad, to the feed`}>
          <CampusMark size={28} />
          {site.name} Quad
        </Link>
        <p className={styles.pitch}>Buy, sell and talk with the people you share a campus with.</p>
        <p className={styles.place}>{sitePlace}. Quad is made for students and is not affiliated with any school.</p>
      </header>
      <main id="main" className={styles.panel} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}

import { Bookmark, House, LogIn, Plus, UserRound } from 'lucide-react';
import { fetchesComposer } from '../post/compose/composerCode.ts';
import { useOpenComposer } from '../post/compose/useOpenComposer.ts';
import { isGenericSite } from '../session/site.ts';
import { useViewer } from '../session/useViewer.ts';
import styles from './BottomBar.module.css';
import { TabLink } from './TabLink.tsx';

/** The phone's navigation, under the thumb. */
export function BottomBar() {
  const viewer = useViewer();
  const openComposer = useOpenComposer();
  return (
    <nav className={styles.bar} aria-label="Main">
      <TabLink className={styles.item} to="/home" aria-label="Home">
        <House size={24} aria-hidden />
      </TabLink>
      {!isGenericSite && (
        <button type="button" className={styles.item} aria-label="Add post" onClick={openComposer} {...fetchesComposer}>
          <span className={styles.add}>
            <Plus size={22} aria-hidden />
          </span>
        </button>
      )}
      {viewer.status === 'visitor' ? (
        <TabLink className={styles.item} to="/user_registration" aria-label="Log In or Sign Up">
          <LogIn size={24} aria-hidden />
        </TabLink>
      ) : (
        <>
          <TabLink className={styles.item} to="/saved" aria-label="Saved">
            <Bookmark size={24} aria-hidden />
          </TabLink>
          <TabLink className={styles.item} to="/profile" aria-label="Profile">
            <UserRound size={24} aria-hidden />
          </TabLink>
        </>
      )}
    </nav>
  );
}

import { Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { Filled } from '../kit/slots.tsx';
import styles from './ProfilePage.module.css';
import { profileTabs } from './slots.ts';

const TABS = [
  { show: 'posts', label: 'Posts' },
  { show: 'photos', label: 'Photos' },
  { show: 'replies', label: 'Replies' },
  { show: 'likes', label: 'Likes' },
] as const;

/** The tabs below the head of a profile: addresses, so that each can be shared and reloaded (PROF-02). */
export function ProfileTabs({ userId, isOwn }: { readonly userId: string; readonly isOwn: boolean }) {
  const { pathname, search } = useLocation();
  const asked = new URLSearchParams(search).get('show');
  const { show } = TABS.find((tab) => tab.show === asked) ?? TABS[0];
  return (
    <>
      <nav className={styles.tabs} aria-label="Parts of the profile">
        {TABS.map((tab) => (
          <Link
            key={tab.show}
            className={styles.tab}
            to={{ pathname, search: tab.show === 'posts' ? '' : `?show=${tab.show}` }}
            replace
            aria-current={tab.show === show ? 'page' : undefined}
          >
            {tab.label}
          </Link>
        ))}
      </nav>
      <Suspense key={show} fallback={<CardSkeletons count={3} />}>
        <Filled slot={profileTabs[show]} with={{ userId, isOwn }} />
      </Suspense>
    </>
  );
}

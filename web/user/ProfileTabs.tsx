import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { CardSkeletons } from '../kit/CardSkeletons.tsx';
import { TabNav } from '../kit/navigation/TabNav.tsx';
import { Filled } from '../kit/slots.tsx';
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
      <TabNav
        label="Parts of the profile"
        tabs={TABS.map((tab) => ({
          label: tab.label,
          to: tab.show === 'posts' ? pathname : `${pathname}?show=${tab.show}`,
          isShown: tab.show === show,
          replace: true,
        }))}
      />
      <Suspense key={show} fallback={<CardSkeletons count={3} />}>
        <Filled slot={profileTabs[show]} with={{ userId, isOwn }} />
      </Suspense>
    </>
  );
}

import { useLocation } from 'react-router';
import { PageHeader } from '../kit/navigation/PageHeader.tsx';
import { TabNav } from '../kit/navigation/TabNav.tsx';
import { site, sitePlace } from '../session/site.ts';

/** The head of the campus's own pages: its feed, and its photos and videos (FEED-13). */
export function HomeHead() {
  const { pathname } = useLocation();
  return (
    <>
      <PageHeader variant="home" title={`${site.name} Buy / Sell`} sub={sitePlace} />
      <TabNav
        label="Posts"
        tabs={[
          { label: 'Feed', to: '/home', isShown: pathname === '/home' },
          { label: 'Media', to: '/media', isShown: pathname === '/media' },
        ]}
      />
    </>
  );
}

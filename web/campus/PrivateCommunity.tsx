import { LockKeyhole } from 'lucide-react';
import { campusRejections } from '#domain/campus/rejections.ts';
import { Button } from '../kit/Button.tsx';
import { PageHeader } from '../kit/navigation/PageHeader.tsx';
import { EmptyState } from '../kit/State.tsx';
import { usePageTitle } from '../kit/usePageTitle.ts';
import { site, sitePlace } from '../session/site.ts';
import { useJoin } from './useJoin.ts';

/** In the place of every page of a private campus, for all but its verified members (CAMP-07, Q06). */
export default function PrivateCommunity() {
  const join = useJoin();
  usePageTitle('Private community');
  return (
    <>
      <PageHeader variant="home" title={`${site.name} Buy / Sell`} sub={sitePlace} />
      <EmptyState
        icon={<LockKeyhole size={32} />}
        title={campusRejections.CAMPUS_PRIVATE.text}
        action={
          <Button variant="primary" onClick={join}>
            Click to Join
          </Button>
        }
      />
    </>
  );
}

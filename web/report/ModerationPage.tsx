import { Suspense } from 'react';
import { PageHeader } from '../kit/navigation/PageHeader.tsx';
import { Spinner } from '../kit/Spinner.tsx';
import { Filled } from '../kit/slots.tsx';
import { usePageTitle } from '../kit/usePageTitle.ts';
import { frameSlots } from '../noun.ts';

/** `/moderation`: the lists of moderators, which each noun adds to (`consoleTabs`); live. */
export default function ModerationPage() {
  usePageTitle('Moderation');
  return (
    <>
      <PageHeader variant="tab" title="Moderation" needsNetwork />
      <Suspense fallback={<Spinner page />}>
        <Filled slot={frameSlots.console} with={{}} />
      </Suspense>
    </>
  );
}

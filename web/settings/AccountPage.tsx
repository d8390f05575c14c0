import { Suspense } from 'react';
import { Spinner } from '../kit/Spinner.tsx';
import { Filled } from '../kit/slots.tsx';
import { frameSlots } from '../noun.ts';
import { SettingsHeader } from './SettingsHeader.tsx';

/** `/settings/account`: everything about the account at one look (SETT-05). */
export default function AccountPage() {
  return (
    <>
      <SettingsHeader title="Account Settings" />
      <Suspense fallback={<Spinner page />}>
        <Filled slot={frameSlots.accountRows} with={{}} />
      </Suspense>
    </>
  );
}

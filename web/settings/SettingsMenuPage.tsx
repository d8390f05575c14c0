import { Navigate } from 'react-router';
import { PageHeader } from '../kit/navigation/PageHeader.tsx';
import { Filled } from '../kit/slots.tsx';
import { NARROW_MAX_PX, useMediaQuery } from '../kit/useMediaQuery.ts';
import { frameSlots } from '../noun.ts';

/** `/settings/menu`: the menu by itself. Where it stands beside the pages, the first of them is shown (SETT-02, Q70). */
export default function SettingsMenuPage() {
  const narrow = useMediaQuery(`(max-width: ${NARROW_MAX_PX}px)`);
  if (!narrow) return <Navigate replace to="/settings" />;
  return (
    <>
      <PageHeader variant="detail" title="Settings" besideBack={<Filled slot={frameSlots.unread} with={{}} />} />
      <Filled slot={frameSlots.settingsMenu} with={{}} />
    </>
  );
}

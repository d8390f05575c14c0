import { Navigate } from 'react-router';
import { Spinner } from '../kit/Spinner.tsx';
import { NARROW_MAX_PX, useMediaQuery } from '../kit/useMediaQuery.ts';
import { useViewer } from '../session/useViewer.ts';

/** `/settings`: on wide screens a user's account, else the page about Quad (SETT-01). */
export default function SettingsIndex() {
  const narrow = useMediaQuery(`(max-width: ${NARROW_MAX_PX}px)`);
  const { status } = useViewer();
  if (narrow || status === 'visitor') return <Navigate replace to="/settings/about" />;
  return status === 'loading' ? <Spinner page /> : <Navigate replace to="/settings/account" />;
}

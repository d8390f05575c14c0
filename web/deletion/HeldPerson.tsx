import { Navigate, useLocation } from 'react-router';
import { useViewer } from '../session/useViewer.ts';
import { PENDING_PATH } from './paths.ts';

/** Leads somebody whose account is going to be deleted to the one page for them, from every other but that of logging out. */
export function HeldPerson() {
  const { account } = useViewer();
  const { pathname } = useLocation();
  const isHeld = account?.deletion != null && pathname !== PENDING_PATH && pathname !== '/logout';
  return isHeld ? <Navigate replace to={PENDING_PATH} /> : null;
}

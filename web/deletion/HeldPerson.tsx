import { Navigate, useLocation } from 'react-router';
import { useViewer } from '../session/useViewer.ts';
import { PENDING_PATH } from './paths.ts';
import { receiptStore } from './receipt.ts';

/**
 * Leads somebody whose account is going to be deleted to the one page for them, from every other but that of logging out;
 * and a visitor whose receipt was not on screen yet.
 */
export function HeldPerson() {
  const { status, account } = useViewer();
  const { receipt, isSeen } = receiptStore();
  const { pathname } = useLocation();
  const isOwed = status === 'visitor' && receipt !== null && !isSeen;
  const isHeld = account?.deletion != null || isOwed;
  return isHeld && pathname !== PENDING_PATH && pathname !== '/logout' ? <Navigate replace to={PENDING_PATH} /> : null;
}

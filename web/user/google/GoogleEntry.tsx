import { useLocation } from 'react-router';
import { MenuItem } from '../../kit/MenuItem.tsx';
import { rememberReturn } from '../../session/chainMemory.ts';
import { useSession } from '../../session/session.ts';
import { GoogleMark } from './GoogleMark.tsx';
import { useGoogle } from './useGoogle.ts';

/** In the account menu of visitors: in or up with Google, and back to this page (AUTH-36, AUTH-33). */
export default function GoogleEntry() {
  const isVisitor = useSession((session) => session.status === 'visitor');
  const { pathname, search } = useLocation();
  const { isOffered, start } = useGoogle(() => rememberReturn(pathname + search));
  if (!isVisitor || !isOffered) return null;
  return <MenuItem label="Log In or Sign Up with Google" icon={<GoogleMark size={18} />} onSelect={start} />;
}

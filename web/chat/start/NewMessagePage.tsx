import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { openDialog } from '../../kit/dialog/dialogStore.ts';
import { useLeaveGuard } from '../../kit/navigation/useLeaveGuard.ts';
import { Filled } from '../../kit/slots.tsx';
import { useMobile } from '../../kit/useMediaQuery.ts';
import { usePageTitle } from '../../kit/usePageTitle.ts';
import { verifySchoolDialog } from '../../session/dialogs.ts';
import { site } from '../../session/site.ts';
import { gateFor } from '../../session/useGate.ts';
import { useViewer } from '../../session/useViewer.ts';
import { readNewMessage } from './addresses.ts';
import { type Beginning, newMessageDialog } from './dialogs.ts';
import { messaging } from './messaging.ts';
import { NewMessage } from './NewMessage.tsx';

/** `/messages/new` and `/create/message`: a page on phones; elsewhere the list of conversations, with the window open (CHAT-13, CHAT-25). */
export default function NewMessagePage() {
  usePageTitle('New Message');
  const isMobile = useMobile();
  const gate = gateFor(messaging, useViewer(), site.id);
  const [query] = useSearchParams();
  const { beginning, back } = readNewMessage(query);
  const { leave } = useLeaveGuard(false, back);
  if (gate === 'SCHOOL_NOT_VERIFIED') return <Filled slot={verifySchoolDialog} with={{ onClose: leave }} />;
  if (gate !== null) return null;
  return isMobile ? <NewMessage {...beginning} onClose={leave} /> : <ToList beginning={beginning} />;
}

function ToList({ beginning }: { readonly beginning: Beginning }) {
  const asked = useRef(beginning);
  const navigate = useNavigate();
  useEffect(() => {
    void Promise.resolve(navigate('/messages', { replace: true })).then(() =>
      openDialog(newMessageDialog, asked.current),
    );
  }, [navigate]);
  return null;
}

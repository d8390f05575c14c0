import { useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { v7 as uuidv7 } from 'uuid';
import { leaveNotice } from '../kit/navigation/notices.ts';
import { useViewer } from '../session/useViewer.ts';
import { request } from '../sync/transport/http.ts';
import { CodeForm } from './CodeForm.tsx';
import { CodeLead, waitsSince } from './CodeLead.tsx';
import { useCodeNews } from './useCodeNews.ts';
import type { AskedState } from './VerifySchoolPage.tsx';

const FORM = '/settings/account/email';

/** `/settings/account/verify_email?email=`: the code from the new mailbox (VERF-19). Who has not asked for one does that first. */
export default function VerifyEmailChangePage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const email = query.get('email') ?? '';
  const { account } = useViewer();
  const code = account?.changeCode;
  const wasAsked = (useLocation().state as AskedState | null)?.asked === true;
  // As it was when the page was opened: the change uses the code up, and leads on by itself.
  const [awaited] = useState(wasAsked || code != null);
  useCodeNews(code);

  if (email === '' || !awaited) return <Navigate replace to={FORM} />;
  return (
    <CodeForm
      title="Enter your code"
      lead={<CodeLead code={code} email={email} />}
      back={{ label: 'Go back', onClick: () => navigate(FORM) }}
      onCorrect={() => navigate(`${FORM}?${new URLSearchParams({ email })}`)}
      requestedAt={waitsSince(code)}
      onCode={async (code, id) => {
        await request('POST', '/api/email-change', { id, code, email });
        leaveNotice('update_success', 'true');
        navigate(FORM, { replace: true });
      }}
      onResend={async () => {
        await request('POST', '/api/email-change/code', { id: uuidv7(), email, password: null });
      }}
    />
  );
}

import { useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { findCampus } from '#domain/campus/registry.ts';
import { SCHOOL_PATH } from '../session/guard.ts';
import { site } from '../session/site.ts';
import { useDirectCommand } from '../session/useDirectCommand.ts';
import { useViewer } from '../session/useViewer.ts';
import { request } from '../sync/transport/http.ts';
import { CodeForm } from './CodeForm.tsx';
import { CodeLead, waitsSince } from './CodeLead.tsx';
import { useAfterJoining } from './useAfterJoining.ts';
import { useCodeNews } from './useCodeNews.ts';

/** State of a navigation that has just asked for a code; the account's document may show the code a moment later. */
export interface AskedState {
  readonly asked: true;
}

/**
 * `/settings/account/verify_school_email?email=&campus=`: the code from the school mailbox (VERF-12). Who has not
 * asked for one does that first.
 */
export default function VerifySchoolPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const email = query.get('email') ?? '';
  const campus = findCampus(query.get('campus') ?? '') ?? site;
  const { account } = useViewer();
  const code = account?.schoolCode;
  const wasAsked = (useLocation().state as AskedState | null)?.asked === true;
  // As it was when the page was opened: joining uses the code up, and leads on by itself.
  const [awaited] = useState(wasAsked || code != null);
  const command = useDirectCommand();
  const joined = useAfterJoining();
  useCodeNews(code);

  const form = `${SCHOOL_PATH}?campus=${campus.id}`;
  if (email === '' || !awaited) return <Navigate replace to={form} />;
  return (
    <CodeForm
      title="Enter your code"
      lead={<CodeLead code={code} email={email} />}
      back={{ label: 'Go back', onClick: () => navigate(form) }}
      onCorrect={() => navigate(`${form}&${new URLSearchParams({ email })}`)}
      requestedAt={waitsSince(code)}
      onCode={async (code, id) => {
        await request('POST', '/api/school-verification', { id, code, email, campus: campus.id });
        await joined(campus.id);
      }}
      onResend={async () => {
        await command('RequestSchoolCode', { campus: campus.id, email });
      }}
    />
  );
}

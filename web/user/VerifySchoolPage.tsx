import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { v4 as uuidv4 } from 'uuid';
import { findCampus } from '#domain/campus/registry.ts';
import { SCHOOL_PATH } from '../app/guard.ts';
import { site } from '../app/site.ts';
import { usePageTitle } from '../app/usePageTitle.ts';
import { request } from '../sync/http.ts';
import { CodeForm } from './CodeForm.tsx';
import { useAccountCommand } from './useAccountCommand.ts';
import { useAfterJoining } from './useAfterJoining.ts';
import { useCodeNews } from './useCodeNews.ts';
import { useViewer } from './useViewer.ts';

/** `/settings/account/verify_school_email?email=&campus=`: the code from the school mailbox (VERF-12). */
export default function VerifySchoolPage() {
  usePageTitle('Verify your school email');
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const email = query.get('email') ?? '';
  const campus = findCampus(query.get('campus') ?? '') ?? site;
  const { account } = useViewer();
  const command = useAccountCommand();
  const joined = useAfterJoining();
  useCodeNews(account?.schoolCode);

  if (email === '') return <Navigate replace to={SCHOOL_PATH} />;
  return (
    <CodeForm
      title="Enter your code"
      lead={
        <>
          We sent a code to <strong>{email}</strong>. It is valid for 2 hours.
        </>
      }
      back={{ label: 'Go back', onClick: () => navigate(`${SCHOOL_PATH}?campus=${campus.id}`) }}
      requestedAt={account?.schoolCode?.requestedAt}
      onCode={async (code) => {
        await request('POST', '/api/school-verification', { id: uuidv4(), code, email, campus: campus.id });
        joined(campus.id);
      }}
      onResend={async () => {
        await command('RequestSchoolCode', { campus: campus.id, email });
      }}
    />
  );
}

import { useNavigate } from 'react-router';
import { v7 as uuidv7 } from 'uuid';
import { reveal } from '#domain/kernel/personal.ts';
import { endSession } from '../session/endSession.ts';
import { useDirectCommand } from '../session/useDirectCommand.ts';
import { useViewer } from '../session/useViewer.ts';
import { showRefusal } from '../sync/showRefusal.ts';
import { request } from '../sync/transport/http.ts';
import { CodeForm } from './CodeForm.tsx';
import { CodeLead, waitsSince } from './CodeLead.tsx';
import { sentRegistration } from './typedRegistration.ts';
import { useCodeNews } from './useCodeNews.ts';

/** `/verify`: the account's own address is confirmed (VERF-01 to VERF-03, VERF-08). */
export default function VerifyPage() {
  const { account } = useViewer();
  const command = useDirectCommand();
  const navigate = useNavigate();
  useCodeNews(account?.emailCode);
  const email = account === undefined ? null : reveal(account.email);
  /**
   * Nobody has confirmed the address, so the account is given up: it has nothing yet, and another one is made with what
   * was typed.
   */
  const correct = async () => {
    const typed = sentRegistration();
    try {
      await endSession();
    } catch (error) {
      return showRefusal(error);
    }
    const query = new URLSearchParams({ email: email ?? '' });
    if (typed !== null && typed.email === email) query.set('name', typed.name);
    navigate(`/register?${query}`);
  };
  return (
    <CodeForm
      title="Confirm your email address"
      lead={<CodeLead code={account?.emailCode} email={email ?? 'your address'} />}
      back={{ label: 'Log out', onClick: () => void endSession().catch(showRefusal) }}
      onCorrect={correct}
      requestedAt={waitsSince(account?.emailCode)}
      onCode={async (code) => {
        // The account's document follows by itself, and with it the page (`Guarded`).
        await request('POST', '/api/verification', { id: uuidv7(), code });
      }}
      onResend={async () => {
        await command('RequestEmailCode', {});
      }}
    />
  );
}

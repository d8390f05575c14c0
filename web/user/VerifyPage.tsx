import { v7 as uuidv7 } from 'uuid';
import { reveal } from '#domain/kernel/personal.ts';
import { endSession } from '../session/endSession.ts';
import { useDirectCommand } from '../session/useDirectCommand.ts';
import { useViewer } from '../session/useViewer.ts';
import { showRefusal } from '../sync/showRefusal.ts';
import { request } from '../sync/transport/http.ts';
import { CodeForm } from './CodeForm.tsx';
import { CodeLead, waitsSince } from './CodeLead.tsx';
import { useCodeNews } from './useCodeNews.ts';

/** `/verify`: the account's own address is confirmed (VERF-01 to VERF-03, VERF-08). */
export default function VerifyPage() {
  const { account } = useViewer();
  const command = useDirectCommand();
  useCodeNews(account?.emailCode);
  const email = account === undefined ? null : reveal(account.email);
  return (
    <CodeForm
      title="Confirm your email address"
      lead={<CodeLead code={account?.emailCode} email={email ?? 'your address'} />}
      back={{ label: 'Log out', onClick: () => void endSession().catch(showRefusal) }}
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

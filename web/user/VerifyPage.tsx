import { useState } from 'react';
import { reveal } from '#domain/kernel/personal.ts';
import { endSession } from '../session/endSession.ts';
import { useDirectCommand } from '../session/useDirectCommand.ts';
import { useViewer } from '../session/useViewer.ts';
import { showRefusal } from '../sync/showRefusal.ts';
import { request } from '../sync/transport/http.ts';
import { CodeForm } from './CodeForm.tsx';
import { CodeLead, waitsSince } from './CodeLead.tsx';
import { CorrectEmailDialog } from './CorrectEmailDialog.tsx';
import { useCodeNews } from './useCodeNews.ts';

/** `/verify`: the account's own address is confirmed, or changed in place (VERF-01 to VERF-03, VERF-08). */
export default function VerifyPage() {
  const { account } = useViewer();
  const command = useDirectCommand();
  useCodeNews(account?.emailCode);
  const [isCorrecting, setCorrecting] = useState(false);
  /** A changed address has a form of its own, which begins in its field: the code that was typed is for the old one. */
  const [changes, setChanges] = useState(0);
  const email = account === undefined ? null : reveal(account.email);
  const requestedAt = waitsSince(account?.emailCode);
  return (
    <>
      <CodeForm
        key={changes}
        title="Confirm your email address"
        lead={<CodeLead code={account?.emailCode} email={email ?? 'your address'} />}
        back={{ label: 'Log out', onClick: () => void endSession().catch(showRefusal) }}
        onCorrect={() => setCorrecting(true)}
        requestedAt={requestedAt}
        onCode={async (code, id) => {
          // The account's document follows by itself, and with it the page (`Guarded`).
          await request('POST', '/api/verification', { id, code });
        }}
        onResend={async () => {
          await command('RequestEmailCode', {});
        }}
      />
      {isCorrecting && (
        <CorrectEmailDialog
          current={email ?? ''}
          requestedAt={requestedAt}
          onClose={() => setCorrecting(false)}
          onChanged={() => {
            setCorrecting(false);
            setChanges(changes + 1);
          }}
        />
      )}
    </>
  );
}

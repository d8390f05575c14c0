import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { findCampus } from '#domain/campus/registry.ts';
import { showAlert } from '../../kit/alertStore.ts';
import { Button } from '../../kit/Button.tsx';
import { Spinner } from '../../kit/Spinner.tsx';
import { ErrorState, OfflineState } from '../../kit/State.tsx';
import { ACCOUNT_PATH, OwnList, OwnRow, SettingsBody, SettingsHeader, SettingsNote } from '../../settings/face.ts';
import { useConnection } from '../../sync/hooks.ts';
import { SOMETHING_WENT_WRONG, showRefusal } from '../../sync/showRefusal.ts';
import { request } from '../../sync/transport/http.ts';
import { type ListedSession, useSessions } from './useSessions.ts';

const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** `/settings/account/sessions`: where the user is logged in; each can be ended, and all others at once. */
export default function SessionsPage() {
  const { sessions, failed, refresh } = useSessions();
  const [busy, setBusy] = useState(false);
  const isOffline = useConnection() === 'offline';

  const end = async (path: string, words: string) => {
    setBusy(true);
    try {
      await request('DELETE', path);
      showAlert('success', words);
      await refresh();
    } catch (error) {
      showRefusal(error);
    } finally {
      setBusy(false);
    }
  };
  const look = async () => {
    if (!(await refresh())) showAlert('danger', SOMETHING_WENT_WRONG);
  };
  const others = sessions?.filter(({ isThis }) => !isThis) ?? [];

  return (
    <>
      <SettingsHeader title="Devices" up={ACCOUNT_PATH} needsNetwork />
      {failed && (isOffline ? <OfflineState /> : <ErrorState onRetry={() => void refresh()} />)}
      {sessions === null && !failed && <Spinner page />}
      {sessions !== null && (
        <SettingsBody>
          <SettingsNote>Where you are logged in. Log out of those that you don’t know.</SettingsNote>
          <OwnList label="Devices">
            {sessions.map((session) => (
              <Row
                key={session.id}
                session={session}
                name={nameAmong(sessions, session)}
                busy={busy}
                onEnd={() => end(`/api/sessions/${session.id}`, 'Logged out there.')}
              />
            ))}
          </OwnList>
          {others.length > 0 ? (
            <Button variant="danger" busy={busy} onClick={() => end('/api/sessions', 'Logged out everywhere else.')}>
              Log out everywhere else
            </Button>
          ) : (
            <SettingsNote>You are logged in nowhere else.</SettingsNote>
          )}
          <Button disabled={isOffline} onClick={look}>
            Refresh
          </Button>
        </SettingsBody>
      )}
    </>
  );
}

/** Name of a device, with its place among those that are called the same. */
function nameAmong(sessions: readonly ListedSession[], { id, device }: ListedSession): string {
  const same = sessions.filter((each) => each.device === device && !each.isThis);
  const place = same.findIndex((each) => each.id === id) + 1;
  return same.length > 1 ? `${device}, ${place} of ${same.length}` : device;
}

function Row(props: {
  readonly session: ListedSession;
  /** For its button: unlike that of any other row. */
  readonly name: string;
  readonly busy: boolean;
  readonly onEnd: () => unknown;
}) {
  const { device, campus, begunAt, usedAt, isThis } = props.session;
  const site = findCampus(campus)?.name;
  return (
    <OwnRow
      icon={MonitorSmartphone}
      name={device}
      badge={isThis && 'This device'}
      facts={
        <>
          {site !== undefined && <>{site} · </>}
          {isThis ? 'Active now' : <>Last used {at(usedAt)}</>} · Since {at(begunAt)}
        </>
      }
    >
      {!isThis && (
        <Button size="small" busy={props.busy} aria-label={`Log out of ${props.name}`} onClick={props.onEnd}>
          Log out
        </Button>
      )}
    </OwnRow>
  );
}

function at(instant: string) {
  return <time dateTime={instant}>{dateAndTime.format(new Date(instant))}</time>;
}

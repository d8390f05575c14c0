import { KeyRound } from 'lucide-react';
import { reveal } from '#domain/kernel/personal.ts';
import { PASSKEYS_MAX } from '#domain/passkey/limits.ts';
import { type PasskeyDocument, passkeys } from '#projections/passkey/collections.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { Button } from '../kit/Button.tsx';
import { openDialog } from '../kit/dialog/dialogStore.ts';
import { Spinner } from '../kit/Spinner.tsx';
import { useSession } from '../session/session.ts';
import { ACCOUNT_PATH, OwnList, OwnRow, SettingsBody, SettingsHeader, SettingsNote } from '../settings/face.ts';
import { useDocuments, useTopic, useWindow } from '../sync/hooks.ts';
import { TopicWaiting } from '../sync/TopicWaiting.tsx';
import { addPasskeyDialog, removePasskeyDialog, renamePasskeyDialog } from './dialogs.ts';
import { hasPasskeys } from './hasPasskeys.ts';

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** `/settings/account/passkeys`: the passkeys that open the account; each can be renamed and removed. */
export default function PasskeysPage() {
  const userId = useSession((session) => session.userId) ?? '';
  const name = topicName.passkeys(userId);
  const topic = useTopic(name);
  const own = useDocuments(passkeys, useWindow(name));
  const isLive = topic.status === 'live' || own.length > 0;

  return (
    <>
      <SettingsHeader title="Passkeys" up={ACCOUNT_PATH} needsNetwork />
      <SettingsBody>
        <SettingsNote>
          A passkey opens your account with your fingerprint, your face or your screen lock, without a password. It
          works on the site where you add it: from here, on <b>{location.hostname}</b>. For another campus’s site, add
          another one there.
        </SettingsNote>
        {!isLive && <TopicWaiting topic={topic} skeleton={<Spinner />} />}
        {isLive && own.length === 0 && <p>You have no passkey yet.</p>}
        {own.length > 0 && (
          <OwnList label="Passkeys">
            {own.map((passkey) => (
              <Row key={passkey.id} passkey={passkey} />
            ))}
          </OwnList>
        )}
        {hasPasskeys() ? (
          <Button
            variant="primary"
            disabled={!isLive || own.length >= PASSKEYS_MAX}
            onClick={() => openDialog(addPasskeyDialog, {})}
          >
            Add a passkey
          </Button>
        ) : (
          <SettingsNote>This browser has no passkeys. Add one with another browser or device.</SettingsNote>
        )}
      </SettingsBody>
    </>
  );
}

function Row({ passkey: { id, name: personalName, site, addedAt } }: { readonly passkey: PasskeyDocument }) {
  const name = reveal(personalName) ?? 'Passkey';
  return (
    <OwnRow
      icon={KeyRound}
      name={name}
      facts={
        <>
          {site} · Added <time dateTime={addedAt}>{date.format(new Date(addedAt))}</time>
        </>
      }
    >
      <Button size="small" aria-label={`Rename ${name}`} onClick={() => openDialog(renamePasskeyDialog, { id, name })}>
        Rename
      </Button>
      <Button size="small" aria-label={`Remove ${name}`} onClick={() => openDialog(removePasskeyDialog, { id, name })}>
        Remove
      </Button>
    </OwnRow>
  );
}

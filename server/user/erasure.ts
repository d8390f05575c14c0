import { pictureFolder } from '#domain/user/files.ts';
import type { Sessions } from '../identity/sessions.ts';
import type { OpenEventLog } from '../log/eventLog.ts';
import type { MailTransport } from '../ports/mail.ts';
import type { MediaStore } from '../ports/media.ts';
import type { Vault } from '../ports/vault.ts';
import type { Reactor } from '../reactors/reactor.ts';
import type { Dispatcher } from '../write/dispatcher.ts';

/**
 * Removes an erased person from everything but the log (P10): keys, credentials, codes, secret records of nouns, sessions,
 * files and kept mails.
 * Its checkpoint is in the same vault as the keys, so after a restore of the vault from a backup it destroys the keys
 * again.
 */
export function createErasureReactor(options: {
  readonly vault: Pick<Vault, 'keys' | 'credentials' | 'codes' | 'clearShelves'>;
  readonly sessions: Pick<Sessions, 'endAllOf'>;
  readonly media: Pick<MediaStore, 'removeOwner' | 'remove'>;
  readonly transport: Pick<MailTransport, 'forget'>;
  readonly dispatcher: Pick<Dispatcher, 'forgetStates'>;
  readonly log: Pick<OpenEventLog, 'forget'>;
}): Reactor {
  const { vault, sessions, media, transport, dispatcher, log } = options;
  return {
    name: 'erasure',
    on: {
      async SubjectErased(event) {
        const { userId } = event.data;
        // The key first: then nobody can read the person's data in the log, even if the rest fails.
        await vault.keys.destroy([userId]);
        // Other processes follow the vault's list of changes.
        log.forget([userId]);
        dispatcher.forgetStates();
        await sessions.endAllOf(userId);
        await vault.credentials.remove(userId);
        await vault.codes.removeUser(userId);
        await vault.clearShelves(userId);
        await transport.forget(userId);
        await media.removeOwner(userId);
        await media.remove(pictureFolder(userId));
      },
    },
  };
}

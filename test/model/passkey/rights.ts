import { randomUUID } from 'node:crypto';
import type { passkeyNoun } from '#domain/passkey/noun.ts';
import type { passkeyProjection } from '#projections/passkey/noun.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { own, type RightsOf } from '../rights.ts';

/** Passkeys: each user's own affair. */
export const passkeyRights: RightsOf<typeof passkeyNoun, typeof passkeyProjection> = {
  commands: { RenamePasskey: own({ passkeyId: randomUUID(), name: 'My phone' }) },
  topics: { passkeys: ['owner', ({ people }) => topicName.passkeys(people.owner.userId)] },
};

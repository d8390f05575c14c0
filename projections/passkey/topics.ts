import { passkeyAccess } from '#domain/passkey/access.ts';
import { PASSKEYS_MAX } from '#domain/passkey/limits.ts';
import { defineTopics, forThose, windowOf } from '../kernel/topic.ts';
import { passkeys } from './collections.ts';
import { passkeyTopicNames } from './topicNames.ts';

/** The passkeys of a user, for their owner alone: all of them in one page. */
export const passkeyTopics = defineTopics(passkeyTopicNames, {
  passkeys: (userId) => ({
    ...windowOf(passkeys, 'ofUser', [userId], PASSKEYS_MAX),
    ...forThose((viewer) => passkeyAccess.maySee(viewer, userId)),
  }),
});

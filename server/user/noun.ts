import { topicName } from '#projections/sync/topicNames.ts';
import { accounts, authorCounters, homes, introductions, people } from '#projections/user/collections.ts';
import { defineServerNoun } from '../noun.ts';
import { userArchive } from './archive.ts';
import { createErasureReactor } from './erasure.ts';
import { profileFiles } from './files.ts';
import { createMailReactor } from './mail.ts';
import { createPasswordReactor } from './passwordSessions.ts';
import { userRecord } from './record.ts';
import { userRoutes } from './routes.ts';
import { summariseProfile } from './summary.ts';
import { accountSweep } from './sweep.ts';
import { createWelcomeReactor } from './welcome.ts';

/** People and their accounts: signing in and up, codes by mail, the welcome, erasure. */
export const userNoun = defineServerNoun({
  name: 'user',
  routes: userRoutes,
  reactors: {
    mail: ({ identity, ...parts }) => createMailReactor({ ...parts, codes: identity.codes, mayMail: identity.mayMail }),
    welcome: ({ dispatcher, logger }) => createWelcomeReactor(dispatcher, logger),
    erasure: (parts) => createErasureReactor({ ...parts, sessions: parts.identity.sessions }),
    password: ({ identity, vault }) => createPasswordReactor(identity.sessions, vault),
  },
  archive: userArchive,
  ownDocuments: [people, homes, introductions, accounts, authorCounters],
  ownRecord: userRecord,
  erasers: ['erasure'],
  sweeps: [accountSweep],
  files: profileFiles,
  summarise: summariseProfile,
  firstView: (_path, { userId }) => (userId === null ? [] : [topicName.me(userId)]),
});

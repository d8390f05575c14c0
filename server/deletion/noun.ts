import { defineServerNoun } from '../noun.ts';
import { createDeletionReactor } from './reactor.ts';
import { deletionRoutes } from './routes.ts';
import { deletionSweep } from './sweep.ts';

/** The deletion of an account: asking for it, and carrying it out. */
export const deletionNoun = defineServerNoun({
  name: 'deletion',
  archive: {
    DeletionRequested: () => ({ what: 'You asked for the deletion of your account' }),
    DeletionCancelled: () => ({ what: 'You kept your account' }),
  },
  routes: (parts) => [deletionRoutes({ ...parts, ...parts.identity })],
  reactors: { deletion: (parts) => createDeletionReactor({ ...parts, sessions: parts.identity.sessions }) },
  sweeps: [deletionSweep],
});

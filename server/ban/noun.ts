import { defineServerNoun } from '../noun.ts';
import { createBanReactor } from './enforce.ts';

const withheld = 'Notes of moderators for each other about a ban of yours.';

/** Bans: what follows from them at once. */
export const banNoun = defineServerNoun({
  name: 'ban',
  archive: { PersonBanned: { withheld }, BanLifted: { withheld } },
  reactors: { ban: (parts) => createBanReactor({ ...parts, sessions: parts.identity.sessions }) },
  // A banned address is known by its hash, which is made of the address.
  beforeErasure: ['ban'],
});

import { VISITOR, type Viewer } from '#domain/kernel/access.ts';
import { defineRight } from '../kernel/right.ts';
import { type Account, accounts } from './collections.ts';

/** The standing of a person, by their account. */
export const accountRight = defineRight<Account>({
  collection: accounts.name,
  keys: 'own',
  apply: (reader, userId, account) => ({ ...reader, ...viewerOfAccount(userId, account) }),
  // Erased or banned: the session itself may end later, or in another process.
  endsSessions: (account) => account === null || account.isBanned,
});

/**
 * A user's viewer for the access rules, from their account document. Fails closed: a user whose account document is
 * missing is signed in but neither verified nor a member nor a moderator. A banned user is a
 * visitor. One whose account is going to be deleted keeps no right but that to the account.
 */
export function viewerOfAccount(userId: string | null, account: Account | null | undefined): Viewer {
  if (userId === null || account?.isBanned === true) return VISITOR;
  if (account !== undefined && account !== null && account.deletion !== null) return { ...VISITOR, userId };
  return {
    userId,
    verified: account?.verified ?? false,
    memberOf: account?.memberOf ?? null,
    isModerator: account?.isModerator ?? false,
  };
}

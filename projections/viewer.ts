import { VISITOR, type Viewer } from '#domain/kernel/access.ts';
import type { DocumentRef } from './kernel/collection.ts';
import type { Account } from './user/collections.ts';

/** The document that a user's rights depend on. */
export function accountRef(userId: string): DocumentRef {
  return { collection: 'accounts', key: userId };
}

/**
 * A user's viewer for the access rules, from their account document. Fails closed: a user whose account document is
 * missing is signed in but neither verified nor a member nor a moderator.
 */
export function viewerOfAccount(userId: string | null, account: Account | null | undefined): Viewer {
  if (userId === null) return VISITOR;
  return {
    userId,
    verified: account?.verified ?? false,
    memberOf: account?.memberOf ?? null,
    isModerator: account?.isModerator ?? false,
  };
}

import { VISITOR, type Viewer } from '#domain/kernel/access.ts';
import type { DocumentRef } from './kernel/collection.ts';
import type { Account } from './user/collections.ts';

/** The document that says what a user may see. */
export function accountRef(userId: string): DocumentRef {
  return { collection: 'accounts', key: userId };
}

/**
 * What the access rules need to know of a user, from the user's account document. Fails closed: someone whose
 * account is not there (yet) is signed in but neither verified nor a member.
 */
export function viewerOfAccount(userId: string | null, account: Account | null | undefined): Viewer {
  if (userId === null) return VISITOR;
  return { userId, verified: account?.verified ?? false, memberOf: account?.memberOf ?? null };
}

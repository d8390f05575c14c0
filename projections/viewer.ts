import { type Reader, VISITOR, type Viewer } from '#domain/kernel/access.ts';
import { type Community, communities, communityRefs } from './campus/collections.ts';
import type { DocumentRef, Versioned } from './kernel/collection.ts';
import type { Account } from './user/collections.ts';

/** The document that a user's rights depend on. */
function accountRef(userId: string): DocumentRef {
  return { collection: 'accounts', key: userId };
}

/** Whether a change of a document may change what a user may see. @param userId `null`: signed out */
function isRightOf(userId: string | null, { collection, key }: DocumentRef): boolean {
  return collection === communities.name || (collection === 'accounts' && key === userId);
}

/** All documents that somebody's rights depend on. @param userId `null`: signed out */
export function rightRefs(userId: string | null): readonly DocumentRef[] {
  return userId === null ? communityRefs : [accountRef(userId), ...communityRefs];
}

/**
 * A user's viewer for the access rules, from their account document. Fails closed: a user whose account document is
 * missing is signed in but neither verified nor a member nor a moderator. A banned user is a
 * visitor. One whose account is going to be deleted keeps no right but that to the account.
 */
export function viewerOfAccount(userId: string | null, account: Account | null | undefined): Viewer {
  if (userId === null || account?.isBanned === true) return VISITOR;
  if (account !== undefined && account !== null && account.deletion !== null) {
    return { userId, verified: false, memberOf: null, isModerator: false };
  }
  return {
    userId,
    verified: account?.verified ?? false,
    memberOf: account?.memberOf ?? null,
    isModerator: account?.isModerator ?? false,
  };
}

/**
 * A reader for the rules of sight.
 *
 * @param documents as read by `rightRefs`, tombstones too; others may be among them
 */
export function readerOf(
  userId: string | null,
  documents: Iterable<Pick<Versioned, 'collection' | 'key' | 'doc'>>,
): Reader {
  return [...documents].reduce<Reader>(withRight, { ...viewerOfAccount(userId, null), closed: [] });
}

/** A reader once a document has changed: their own account, or the privacy of a campus. */
export function withRight(
  reader: Reader,
  { collection, key, doc }: Pick<Versioned, 'collection' | 'key' | 'doc'>,
): Reader {
  if (!isRightOf(reader.userId, { collection, key })) return reader;
  if (collection !== communities.name) {
    return { ...viewerOfAccount(reader.userId, doc as Account | null), closed: reader.closed };
  }
  const others = reader.closed.filter((id) => id !== key);
  return { ...reader, closed: (doc as Community | null)?.privacy === 'private' ? [...others, key] : others };
}

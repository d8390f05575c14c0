import { VISITOR, type Viewer } from '#domain/kernel/access.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import type { Account } from '#projections/user/collections.ts';
import { accountRef, viewerOfAccount } from '#projections/viewer.ts';

/** The viewer that the access rules need, from the read models. */
export async function readViewer(store: Pick<ReadStore, 'get'>, userId: string | null): Promise<Viewer> {
  if (userId === null) return VISITOR;
  const [account] = await store.get([accountRef(userId)]);
  return viewerOfAccount(userId, (account?.doc ?? null) as Account | null);
}

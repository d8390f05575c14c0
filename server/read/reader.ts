import type { Reader } from '#domain/kernel/access.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import { readerOf, rightRefs } from '#projections/viewer.ts';

/** The reader that the access rules need, from the read models as they are now. @param userId `null`: signed out */
export async function readReader(store: Pick<ReadStore, 'get'>, userId: string | null): Promise<Reader> {
  return readerOf(userId, await store.get(rightRefs(userId)));
}

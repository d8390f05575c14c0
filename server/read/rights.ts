import type { Viewer } from '#domain/kernel/access.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import { refId } from '#projections/kernel/collection.ts';
import type { Topic, TopicRefusal } from '#projections/kernel/topic.ts';
import type { Account } from '#projections/user/collections.ts';
import { accountRef, viewerOfAccount } from '#projections/viewer.ts';

/** Documents on which a decision about a topic depends. */
export interface Rights {
  readonly viewer: Viewer;
  /** `undefined`: the gate never existed; `null`: it is a tombstone. */
  readonly gate: unknown;
  readonly refusal: TopicRefusal | null;
}

/** Whether a user may see a topic, from the read models as they are now. */
export async function readRights(store: Pick<ReadStore, 'get'>, topic: Topic, userId: string | null): Promise<Rights> {
  const account = userId === null ? null : accountRef(userId);
  const found = await store.get([account, topic.gate].filter((ref) => ref !== null));
  const docOf = (id: string | null) => found.find((document) => refId(document) === id)?.doc;
  const viewer = viewerOfAccount(userId, docOf(account && refId(account)) as Account | null | undefined);
  const gate = docOf(topic.gate && refId(topic.gate));
  return { viewer, gate, refusal: topic.refuse(viewer, gate) };
}

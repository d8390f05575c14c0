import type { Reader } from '#domain/kernel/access.ts';
import type { ReadStore } from '#projections/engine/readStore.ts';
import { refId } from '#projections/kernel/collection.ts';
import type { Topic, TopicRefusal } from '#projections/kernel/topic.ts';
import { readerOf, rightRefs } from '#projections/viewer.ts';

/** Documents on which a decision about a topic depends. */
export interface Rights {
  readonly reader: Reader;
  /** `undefined`: the gate never existed; `null`: it is a tombstone. */
  readonly gate: unknown;
  readonly refusal: TopicRefusal | null;
}

/** Whether a user may see a topic, from the read models as they are now. */
export async function readRights(store: Pick<ReadStore, 'get'>, topic: Topic, userId: string | null): Promise<Rights> {
  const found = await store.get([...rightRefs(userId), ...(topic.gate === null ? [] : [topic.gate])]);
  const reader = readerOf(userId, found);
  const gateId = topic.gate && refId(topic.gate);
  const gate = found.find((document) => refId(document) === gateId)?.doc;
  return { reader, gate, refusal: topic.refuse(reader, gate) };
}

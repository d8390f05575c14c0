import { refId } from '#projections/kernel/collection.ts';
import type { Topic } from '#projections/kernel/topic.ts';
import type { TopicAnswer } from '#projections/sync/protocol.ts';
import { type Collections, isInTopic, orderValue } from '#projections/sync/window.ts';
import { type Documents, takeDocuments } from './documents.ts';

/**
 * Takes an answer into the documents. A fresh answer holds all documents of its part of the window: what is held
 * there beside them, at no newer position, has left unseen and is forgotten.
 *
 * @param below order value that the part ends under, `null` when it begins at the top
 * @returns identities of the documents that changed
 */
export function takeAnswer(
  collections: Collections,
  documents: Documents,
  topic: Topic | null,
  answer: TopicAnswer,
  below: string | null,
): readonly string[] {
  const changed = [...takeDocuments(documents, answer.documents)];
  if (!answer.fresh || topic === null) return changed;
  const told = new Set(answer.documents.map(refId));
  for (const [id, held] of documents.all()) {
    if (told.has(id) || !isInTopic(collections, topic, held.collection, held.doc)) continue;
    const order = orderValue(topic, held.doc);
    if (order < answer.floor || (below !== null && order >= below)) continue;
    if (documents.isCurrent(held) && held.position > answer.cursor.position) continue;
    documents.forget(id);
    changed.push(id);
  }
  return changed;
}

import { refId } from '#projections/kernel/collection.ts';
import type { Topic } from '#projections/kernel/topic.ts';
import type { TopicAnswer } from '#projections/sync/protocol.ts';
import { type Collections, isInTopic, orderValue } from '#projections/sync/window.ts';
import { type Documents, takeDocuments } from './documents.ts';

/**
 * Takes an answer into the documents. A fresh answer contains every document of its part of the window, so a held
 * document of that part that is missing from it, at no newer position, has left the window and is forgotten.
 *
 * @param below order value that bounds the part from above, `null` when it begins at the top
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
  const received = new Set(answer.documents.map(refId));
  for (const [id, held] of documents.all()) {
    if (received.has(id) || !isInTopic(collections, topic, held.collection, held.doc)) continue;
    const order = orderValue(topic, held.doc);
    if (order < answer.floor || (below !== null && order >= below)) continue;
    if (documents.isCurrent(held) && held.position > answer.cursor.position) continue;
    documents.forget(id);
    changed.push(id);
  }
  return changed;
}

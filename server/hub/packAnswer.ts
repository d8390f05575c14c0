import { deflateRawSync } from 'node:zlib';
import { collections } from '#projections/registry.ts';
import type { PackedAnswer } from '#projections/sync/packedAnswer.ts';
import type { TopicAnswer, WireDocument } from '#projections/sync/protocol.ts';
import { topicName } from '#projections/sync/topicNames.ts';
import { PACKED_FROM_CHARACTERS, PACKING_LEVEL } from './limits.ts';

/**
 * The answer as it goes to a client that can unpack: a large one is compressed, by itself and for
 * this once: with WebSocket compression every connection would keep the memory of a compressor, and every
 * message of a browser would pass through one. What is the viewer's own stays as it is: compressed together, its length
 * would tell of it to somebody who writes what is beside it (BREACH).
 *
 * It takes a few milliseconds of the event loop: rows that are told meanwhile would overtake the answer.
 */
export function packAnswer(answer: unknown, userId: string | null): unknown {
  if (!isTopicAnswer(answer)) return answer;
  const me = userId === null ? null : topicName.me(userId);
  const own = answer.documents.filter((document) => isOf(document, me));
  const shared = JSON.stringify(answer.documents.filter((document) => !own.includes(document)));
  if (shared.length < PACKED_FROM_CHARACTERS) return answer;
  const packed = deflateRawSync(shared, { level: PACKING_LEVEL });
  return { ...answer, documents: own, packed } satisfies PackedAnswer;
}

function isTopicAnswer(answer: unknown): answer is TopicAnswer {
  return typeof answer === 'object' && answer !== null && 'floor' in answer && 'documents' in answer;
}

/** Whether a document is told to the viewer alone. */
export function isOf({ collection, doc }: WireDocument, me: string | null): boolean {
  if (me === null || doc === null) return false;
  return (
    collections
      .get(collection)
      ?.topics(doc as never)
      .includes(me) === true
  );
}

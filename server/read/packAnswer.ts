import { deflateRawSync } from 'node:zlib';
import { topicsOf } from '#projections/kernel/collection.ts';
import { ownTopic } from '#projections/kernel/ownTopic.ts';
import { collections } from '#projections/registry.ts';
import type { PackedAnswer } from '#projections/sync/packedAnswer.ts';
import type { TopicAnswer, WireDocument } from '#projections/sync/protocol.ts';
import { PACKED_FROM_CHARACTERS, PACKING_LEVEL } from './limits.ts';

/**
 * The answer for a client that can unpack. A large one is compressed here, by itself: with WebSocket compression every
 * connection would keep a compressor in memory, and every message of a browser would pass through one. The viewer's own
 * documents are not compressed: together with others' documents the length would reveal them to those documents'
 * authors (BREACH).
 *
 * Synchronous, for a few milliseconds: otherwise rows published meanwhile would overtake the answer.
 */
export function packAnswer(answer: unknown, userId: string | null): unknown {
  if (!isTopicAnswer(answer)) return answer;
  const me = userId === null ? null : ownTopic(userId);
  const { own, shared } = me === null ? { own: [], shared: answer.documents } : byViewer(answer.documents, me);
  const packed = packDocuments(shared);
  if (packed === null) return answer;
  return { ...answer, documents: own, packed } satisfies PackedAnswer;
}

/** Packed forms of documents: visitors who ask at the same moment get the very same ones. */
const packedBefore = new WeakMap<readonly WireDocument[], Buffer | null>();

/** Documents, compressed; `null`: they are too few for that. */
function packDocuments(documents: readonly WireDocument[]): Buffer | null {
  const known = packedBefore.get(documents);
  if (known !== undefined) return known;
  const text = JSON.stringify(documents);
  const packed = text.length < PACKED_FROM_CHARACTERS ? null : deflateRawSync(text, { level: PACKING_LEVEL });
  packedBefore.set(documents, packed);
  return packed;
}

function isTopicAnswer(answer: unknown): answer is TopicAnswer {
  return typeof answer === 'object' && answer !== null && 'floor' in answer && 'documents' in answer;
}

/** Documents of one answer: the viewer's own, which nobody else gets, and the others. */
export function byViewer(
  documents: readonly WireDocument[],
  me: string | null,
): { readonly own: readonly WireDocument[]; readonly shared: readonly WireDocument[] } {
  const { own = [], shared = [] } = Object.groupBy(documents, (each) => (isOwn(each, me) ? 'own' : 'shared'));
  return { own, shared };
}

function isOwn({ collection, doc }: WireDocument, me: string | null): boolean {
  return me !== null && topicsOf(collections.get(collection), doc).includes(me);
}

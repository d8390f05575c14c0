import type { DomainEvent, RecordedEvent } from '#domain/kernel/event.ts';
import { eventId } from '#domain/kernel/ids.ts';
import { type Collection, refId, type Versioned } from '#projections/kernel/collection.ts';
import { type FoldSource, inOrder } from '#projections/kernel/documentSet.ts';
import { foldEvent } from '#projections/kernel/fold.ts';
import type { FoldTable } from '#projections/kernel/foldTable.ts';
import type { HeldDocuments, Predict } from '#projections/kernel/predict.ts';
import type { AnyDocument } from '#projections/sync/window.ts';
import { inServerTime } from '../../kit/time/serverClock.ts';
import type { OutboxEntry, PendingCommand } from '../outbox/entry.ts';
import type { Documents } from './documents.ts';

/** Digits of the number of a predicted event. */
const INDEX_DIGITS = 15;

/** A position that sorts after every real one: predicted documents come last. */
export function predictedPosition(index: number): string {
  return `~${String(index).padStart(INDEX_DIGITS, '0')}`;
}

/** Dependencies of the overlay, beside the documents. */
export interface OverlayRules {
  readonly foldTable: FoldTable;
  /** By command type. */
  readonly predictions: Readonly<Record<string, Predict<never>>>;
}

/** Predicted documents by `refId`; `null`: predicted to be deleted. */
export type Overlay = ReadonlyMap<string, AnyDocument | null>;

const NOTHING: Overlay = new Map();

/**
 * Predicts the effect of the pending commands, in their order: their predicted events go through the server's own
 * folds, over the held documents. A held document that has reached the position of an acknowledged command stays
 * unchanged, because it includes the command's effect.
 */
export function predictAll(rules: OverlayRules, pending: readonly PendingCommand[], base: Documents): Overlay {
  if (pending.length === 0) return NOTHING;
  const overlay = new Map<string, Versioned>();
  const source = layered(rules, overlay, base);
  let index = 0;
  for (const { entry, acknowledgedAt } of pending) {
    for (const event of predictedEvents(rules, entry, source)) {
      index += 1;
      for (const change of foldEvent(rules.foldTable, record(event, entry, index), source).changes) {
        const id = refId(change);
        if (acknowledgedAt !== null && (base.get(id)?.position ?? '') >= acknowledgedAt) continue;
        overlay.set(id, { ...change, position: predictedPosition(index) });
      }
    }
  }
  return new Map([...overlay].map(([id, { doc }]) => [id, doc as AnyDocument | null]));
}

/** A prediction that throws predicts nothing: the command is still sent, and the server decides. */
function predictedEvents(rules: OverlayRules, entry: OutboxEntry, source: FoldSource): readonly DomainEvent[] {
  const predict = rules.predictions[entry.type];
  if (predict === undefined) return [];
  const documents: HeldDocuments = {
    get: <Doc>(collection: Collection<Doc>, key: string) =>
      (source.get(collection.name, key)?.doc ?? undefined) as Doc | undefined,
  };
  const command = { id: entry.commandId, type: entry.type, data: entry.data };
  try {
    return predict(command as never, documents, { userId: entry.actor, campus: entry.campus });
  } catch (error) {
    console.warn('Nothing is predicted for', entry.type, error);
    return [];
  }
}

function record(event: DomainEvent, entry: OutboxEntry, index: number): RecordedEvent {
  return {
    ...event,
    id: eventId(entry.commandId, index),
    stream: entry.target,
    revision: index,
    position: predictedPosition(index),
    version: 1,
    meta: {
      commandId: entry.commandId,
      commandHash: '',
      actor: entry.actor,
      campus: entry.campus,
      at: new Date(inServerTime(entry.consentedAt)).toISOString(),
      causedBy: null,
    },
  };
}

/** The held documents, overlaid with the predicted ones. */
function layered(rules: OverlayRules, overlay: ReadonlyMap<string, Versioned>, base: Documents): FoldSource {
  return {
    get(collection, key) {
      const id = refId({ collection, key });
      return overlay.get(id) ?? base.get(id);
    },
    query(collection, query, values) {
      const declaration = rules.foldTable.collections.get(collection)?.queries[query];
      if (declaration === undefined) throw new Error(`Collection ${collection} declares no query ${query}.`);
      const isFound = ({ collection: name, doc }: Versioned) =>
        name === collection &&
        doc !== null &&
        declaration.equals.every((field, place) => (doc as AnyDocument)[field] === values[place]);
      const found = [...overlay.values()].filter(isFound);
      for (const [id, document] of base.all()) {
        if (!overlay.has(id) && isFound(document)) found.push(document);
      }
      return found.sort(inOrder(declaration));
    },
  };
}

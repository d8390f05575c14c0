import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CommandContent, OutcomeChange, OutcomeVault } from '../../../ports/vault.ts';
import type { ChangeDocument, Content, DocumentChange } from './changeDocument.ts';
import { changeDocuments, insertAllNew } from './changeDocuments.ts';
import type { OutcomeDoc, StoredTry, VaultCollections } from './collections.ts';

type Kept = Pick<OutcomeDoc, 'tries' | 'outcome'>;

/** A change, and the place of its answer. */
interface Placed {
  readonly index: number;
  readonly change: OutcomeChange;
}

/** The content of a document of which there is none. */
const NOTHING: Kept = { tries: [], outcome: null };

const idOf = ({ commandId, commandHash }: CommandContent) => `${commandId} ${commandHash}`;

/**
 * Outcomes of commands: one document for each command and content, so what is changed of one is one step. Nearly every
 * command is new as it begins, and alone as it is accepted: those are one insert and one delete for all of a batch.
 */
export function mongoOutcomes(
  { outcomes }: Pick<VaultCollections, 'outcomes'>,
  changeDocument: ChangeDocument,
): OutcomeVault {
  /** @returns those of which there is a document */
  async function insert(begun: readonly Placed[]): Promise<readonly Placed[]> {
    const docs = begun.flatMap(({ change }) => (change.kind === 'begin' ? [firstOf(change)] : []));
    const known = new Set(await insertAllNew(outcomes, docs));
    return begun.filter(({ change }) => known.has(idOf(contentOfChange(change))));
  }

  /**
   * Deletes those that have no other try. A document with an outcome has no tries. The place in the path is for FerretDB,
   * which deletes by no path into a list without it.
   */
  async function deleteAlone(accepted: readonly Placed[]): Promise<void> {
    const operations = accepted.flatMap(({ change }) => {
      if (change.kind !== 'accept') return [];
      const { tryId } = change.attempt;
      const filter = { _id: idOf(change.attempt), outcome: null, tries: { $size: 1 }, 'tries.0.tryId': tryId };
      return [{ deleteOne: { filter } }];
    });
    if (operations.length > 0) await outcomes.bulkWrite(operations, { ordered: false });
  }

  /** Makes changes in order on documents that may be there. @returns answers by their places */
  async function changeKnown(placed: readonly Placed[]): Promise<readonly (readonly [number, string | null])[]> {
    const rules = new Map(
      [...byDocument(placed)].map(
        ([id, ofOne]) => [id, (before: OutcomeDoc | null) => changed(before ?? NOTHING, ofOne)] as const,
      ),
    );
    const answers = await changeDocuments(outcomes, rules);
    return [...answers.values()].flat();
  }

  return {
    async change(changes) {
      const begun: Placed[] = [];
      const accepted: Placed[] = [];
      const rest: Placed[] = [];
      for (const ofOne of byDocument(changes.map((change, index) => ({ change, index }))).values()) {
        const kind = ofOne.length === 1 ? ofOne[0]?.change.kind : undefined;
        (kind === 'begin' ? begun : kind === 'accept' ? accepted : rest).push(...ofOne);
      }
      // All have ended before it is said that one has failed: until then they may take effect.
      const [inserted, known, deleted] = await Promise.allSettled([
        insert(begun).then(changeKnown),
        changeKnown(rest),
        deleteAlone(accepted),
      ]);
      resultOf(deleted);
      const answers = new Map([...resultOf(inserted), ...resultOf(known)]);
      return changes.map((_, index) => answers.get(index) ?? null);
    },
    async others(attempt) {
      const found = await outcomes.findOne({ _id: idOf(attempt) });
      return (found?.tries ?? [])
        .filter(({ tryId }) => tryId !== attempt.tryId)
        .toSorted((a, b) => compare(a.begunAt, b.begunAt) || compare(a.tryId, b.tryId))
        .map(({ tryId, at }) => ({ tryId, at }));
    },
    async sweep(before) {
      for await (const { _id } of outcomes.find({ since: { $lt: before } })) {
        await changeDocument(outcomes, _id, (doc: OutcomeDoc | null) => {
          const { tries, outcome } = doc ?? NOTHING;
          const next = {
            tries: tries.filter(({ begunAt }) => begunAt >= before),
            outcome: outcome === null || outcome.at < before ? null : outcome,
          };
          return { result: null, next: contentOf(next) };
        });
      }
    },
  };
}
function contentOfChange(change: OutcomeChange): CommandContent {
  return change.kind === 'end' ? change.of : change.attempt;
}

/** Changes by the id of their document. */
function byDocument(placed: readonly Placed[]): ReadonlyMap<string, readonly Placed[]> {
  const found = new Map<string, Placed[]>();
  for (const each of placed) {
    const id = idOf(contentOfChange(each.change));
    const before = found.get(id);
    if (before === undefined) found.set(id, [each]);
    else before.push(each);
  }
  return found;
}

function resultOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

/** The document of a command that is new. */
function firstOf({ attempt, at }: Extract<OutcomeChange, { readonly kind: 'begin' }>): OutcomeDoc {
  const own: StoredTry = { tryId: attempt.tryId, at, begunAt: at };
  return { _id: idOf(attempt), stamp: randomUUID(), tries: [own], outcome: null, since: at };
}

/** A document after some changes in their order, with their answers by their places. */
function changed(
  before: Kept,
  placed: readonly Placed[],
): DocumentChange<OutcomeDoc, readonly (readonly [number, string | null])[]> {
  let kept = before;
  const result = placed.map(({ index, change }) => {
    const { answer, next } = made(kept, change);
    kept = next;
    return [index, answer] as const;
  });
  return isDeepStrictEqual(kept, before) ? { result } : { result, next: contentOf(kept) };
}

/** One change. */
function made(kept: Kept, change: OutcomeChange): { readonly answer: string | null; readonly next: Kept } {
  const { tries, outcome } = kept;
  if (change.kind === 'end') {
    return { answer: null, next: { outcome, tries: tries.filter(({ tryId }) => !change.tryIds.includes(tryId)) } };
  }
  const isOwn = ({ tryId }: StoredTry) => tryId === change.attempt.tryId;
  const others = tries.filter((each) => !isOwn(each));
  switch (change.kind) {
    case 'accept':
      return { answer: null, next: others.length > 0 ? kept : { outcome, tries: [] } };
    case 'abandon': {
      const next = tries.map((each) => (isOwn(each) ? { ...each, at: '' } : each));
      return { answer: null, next: { outcome, tries: next } };
    }
    case 'begin': {
      if (outcome !== null) return { answer: outcome.text, next: { outcome, tries: others } };
      const { at } = change;
      const own = { tryId: change.attempt.tryId, at, begunAt: tries.find(isOwn)?.begunAt ?? at };
      return { answer: null, next: { outcome, tries: [...others, own] } };
    }
    case 'settle': {
      if (outcome !== null) return { answer: outcome.text, next: { outcome, tries: others } };
      const isAlone = tries.length > 0 && others.length === 0;
      if (!isAlone) return { answer: null, next: { outcome, tries: others } };
      const { outcome: text, at } = change;
      return { answer: text, next: { outcome: { text, at }, tries: [] } };
    }
  }
}

/** The next content; `null`: the document is deleted. */
function contentOf({ tries, outcome }: Kept): Content<OutcomeDoc> | null {
  const instants = [...tries.map(({ begunAt }) => begunAt), ...(outcome === null ? [] : [outcome.at])];
  const [since] = instants.toSorted(compare);
  return since === undefined ? null : { tries, outcome, since };
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

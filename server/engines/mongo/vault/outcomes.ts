import { randomUUID } from 'node:crypto';
import type { OutcomeVault, TryOfCommand } from '../../../ports/vault.ts';
import { type ChangeDocument, type Content, insertNew } from './changeDocument.ts';
import type { OutcomeDoc, StoredTry, VaultCollections } from './collections.ts';

type Kept = Pick<OutcomeDoc, 'tries' | 'outcome'>;

/** Outcomes of commands: one document for each command and content, so each call is one step. */
export function mongoOutcomes(
  { outcomes }: Pick<VaultCollections, 'outcomes'>,
  changeDocument: ChangeDocument,
): OutcomeVault {
  const idOf = ({ commandId, commandHash }: TryOfCommand) => `${commandId} ${commandHash}`;

  function change<Result>(
    id: string,
    rule: (before: Kept) => { readonly result: Result; readonly next?: Kept },
  ): Promise<Result> {
    return changeDocument(outcomes, id, (before: OutcomeDoc | null) => {
      const { result, next } = rule(before ?? { tries: [], outcome: null });
      return next === undefined ? { result } : { result, next: contentOf(next) };
    });
  }

  /** Changes the try of an id, whatever its command. */
  async function changeTry(tryId: string, rule: (found: StoredTry) => readonly StoredTry[]): Promise<void> {
    const found = await outcomes.find({ 'tries.tryId': tryId }).toArray();
    for (const { _id } of found) {
      await change(_id, ({ tries, outcome }) => ({
        result: null,
        next: { outcome, tries: tries.flatMap((each) => (each.tryId === tryId ? rule(each) : [each])) },
      }));
    }
  }

  return {
    async begin(attempt, at) {
      const own: StoredTry = { tryId: attempt.tryId, at, begunAt: at };
      // Nearly every command is new: then this one write is all.
      const first = { _id: idOf(attempt), stamp: randomUUID(), tries: [own], outcome: null, since: at };
      if (await insertNew(outcomes, first)) return null;
      return change(idOf(attempt), ({ tries, outcome }) => {
        const others = tries.filter(({ tryId }) => tryId !== attempt.tryId);
        if (outcome !== null) return { result: outcome.text, next: { outcome, tries: others } };
        const begunAt = tries.find(({ tryId }) => tryId === attempt.tryId)?.begunAt ?? at;
        return { result: null, next: { outcome, tries: [...others, { ...own, begunAt }] } };
      });
    },
    async others(attempt) {
      const found = await outcomes.findOne({ _id: idOf(attempt) });
      return (found?.tries ?? [])
        .filter(({ tryId }) => tryId !== attempt.tryId)
        .toSorted((a, b) => compare(a.begunAt, b.begunAt) || compare(a.tryId, b.tryId))
        .map(({ tryId, at }) => ({ tryId, at }));
    },
    async end(tryIds) {
      for (const tryId of tryIds) await changeTry(tryId, () => []);
    },
    accept: (attempt) =>
      change(idOf(attempt), ({ tries, outcome }) => {
        const isAlone = tries.every(({ tryId }) => tryId === attempt.tryId);
        return isAlone ? { result: undefined, next: { tries: [], outcome } } : { result: undefined };
      }),
    abandon: (tryId) => changeTry(tryId, (found) => [{ ...found, at: '' }]),
    settle: (attempt, text, at) =>
      change(idOf(attempt), ({ tries, outcome }) => {
        const others = tries.filter(({ tryId }) => tryId !== attempt.tryId);
        if (outcome !== null) return { result: outcome.text, next: { outcome, tries: others } };
        const isMarked = others.length < tries.length;
        if (!isMarked || others.length > 0) return { result: null, next: { outcome, tries: others } };
        return { result: text, next: { outcome: { text, at }, tries: [] } };
      }),
    async sweep(before) {
      for await (const { _id } of outcomes.find({ since: { $lt: before } })) {
        await change(_id, ({ tries, outcome }) => ({
          result: null,
          next: {
            tries: tries.filter(({ begunAt }) => begunAt >= before),
            outcome: outcome === null || outcome.at < before ? null : outcome,
          },
        }));
      }
    },
  };
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

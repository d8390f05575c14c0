import { MongoBulkWriteError } from 'mongodb';
import type { KeyedLock } from '../../../concurrency/keyedLock.ts';
import { CHANGES_KEPT, type ChangeVault, type VaultChange } from '../../../ports/vault.ts';
import { endSessions } from './accounts.ts';
import { insertNew, isDuplicate } from './changeDocument.ts';
import type { ChangeDoc, LogChanges, ToChange, VaultCollections } from './collections.ts';
import { destroyKeys } from './keys.ts';

/** Changes that are done again at a time. */
const REDONE_AT_ONCE = 1_000;
const REDONE = 'changes-redone';

/**
 * The list of changes, which is a redo log. A change takes effect in one document and is listed in another, and a process
 * may end between the two. So it is listed first, and the reader of a change that is not known to be done does it (again)
 * before handing it over. Then no process drops a session that still stands, and none keeps one that is listed as ended.
 *
 * A change's number is its key. A writer inserts the number after the newest, and takes the next one if another writer
 * was faster, so there is no number without those before it, in every prefix of the oplog.
 */
export function mongoChanges(
  collections: Pick<VaultCollections, 'changes' | 'state' | 'keys' | 'sessions'>,
  locks: KeyedLock,
): ChangeVault & {
  readonly log: LogChanges;
  /** Does all listed changes that are not known to be done. Called when the vault is opened. */
  redo(): Promise<void>;
} {
  const { changes, state } = collections;

  async function newest(): Promise<number> {
    return (await changes.find().sort({ _id: -1 }).limit(1).toArray())[0]?._id ?? 0;
  }

  /** Number up to which all changes are known to have taken effect. */
  async function redone(): Promise<number> {
    return (await state.findOne({ _id: REDONE }))?.number ?? 0;
  }

  async function take(made: readonly ToChange[]): Promise<void> {
    const idsOf = (kind: ChangeDoc['kind']) => made.filter((each) => each.kind === kind).map(({ id }) => id);
    await destroyKeys(collections, idsOf('key-destroyed'));
    await endSessions(collections, idsOf('session-ended'));
  }

  /** Lists changes. @returns numbers of the first and the last, with other writers' between them perhaps */
  async function append(made: readonly ToChange[]): Promise<readonly [first: number, last: number]> {
    let next = (await newest()) + 1;
    const first = next;
    for (let left = made; left.length > 0; ) {
      const inserted = await insertFrom(next, left);
      left = left.slice(inserted);
      // After the inserted ones stands the other writer's.
      next += inserted + (left.length > 0 ? 1 : 0);
    }
    await changes.deleteMany({ _id: { $lte: next - 1 - CHANGES_KEPT } });
    return [first, next - 1];
  }

  /** @returns how many were inserted before a number that another writer has taken */
  async function insertFrom(number: number, made: readonly ToChange[]): Promise<number> {
    try {
      await changes.insertMany(made.map((change, n) => ({ _id: number + n, ...change })));
      return made.length;
    } catch (error) {
      if (error instanceof MongoBulkWriteError && isDuplicate(error)) return error.insertedCount;
      throw error;
    }
  }

  async function redo(): Promise<void> {
    await insertNew(state, { _id: REDONE, number: 0 });
    for (;;) {
      const undone = await changes
        .find({ _id: { $gt: await redone() } })
        .sort({ _id: 1 })
        .limit(REDONE_AT_ONCE)
        .toArray();
      const last = undone.at(-1);
      if (last === undefined) return;
      await take(undone);
      await state.updateOne({ _id: REDONE }, { $max: { number: last._id } });
    }
  }

  return {
    newest,
    redo,
    async after(number, limit) {
      const found = await changes
        .find({ _id: { $gt: number } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      const last = found.at(-1);
      if (last === undefined) return [];
      if (found[0]?._id !== number + 1) return null;
      if (last._id > (await redone())) await redo();
      // Changes that were dropped from the list while it was read leave a gap.
      return found.filter(({ _id }, n) => _id === number + 1 + n).map(toChange);
    },
    log: (made) =>
      locks.run('changes', async () => {
        if (made.length === 0) return;
        const [first, last] = await append(made);
        await take(made);
        // Another writer's change before or between these may not be done: then the next reader does them all.
        if (last - first + 1 > made.length) return;
        await state.updateOne({ _id: REDONE, number: first - 1 }, { $set: { number: last } });
      }),
  };
}

function toChange({ _id: number, kind, id }: ChangeDoc): VaultChange {
  return kind === 'session-ended' ? { number, kind, sessionId: id } : { number, kind, subject: id };
}

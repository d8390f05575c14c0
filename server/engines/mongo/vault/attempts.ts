import { randomUUID } from 'node:crypto';
import { MongoBulkWriteError } from 'mongodb';
import type { AttemptVault, AttemptWindow } from '../../../ports/vault.ts';
import { type ChangeDocument, isDuplicate } from './changeDocument.ts';
import type { TriesDoc, VaultCollections } from './collections.ts';

/**
 * Failed tries. Failures are a document each, because a campus has thousands in an hour; tries under way are one document
 * for each key.
 *
 * A try that counts in several windows takes its room in one after the other, and gives it back if a later one is full.
 * No window is ever exceeded: a window's document is written only if it is as it was read before its failures were
 * counted, and a try that fails is counted as a failure before it ceases to be under way. So each earlier try is seen as
 * one or the other. After a crash in between, a try under way gives its room back by its age.
 */
export function mongoAttempts(
  { failures, tries }: Pick<VaultCollections, 'failures' | 'tries'>,
  changeDocument: ChangeDocument,
): AttemptVault {
  /** @returns whether there was room */
  function takeRoom(tryId: string, { key, since, max }: AttemptWindow, at: string, underWaySince: string) {
    return changeDocument(tries, key, async (before: TriesDoc | null) => {
      const underWay = before?.underWay ?? [];
      const failed = await failures
        .find({ key, at: { $gte: since } })
        .limit(max)
        .toArray();
      // A try that has just failed may still be listed as under way.
      const ended = new Set(failed.map((failure) => failure.tryId));
      const others = underWay.filter((each) => each.at >= underWaySince && !ended.has(each.tryId));
      if (failed.length + others.length >= max) return { result: false };
      return { result: true, next: { underWay: [...underWay, { tryId, at }] } };
    });
  }

  /** Drops tries that are not under way any more; a document without tries goes. */
  async function drop(key: string, isOver: (each: TriesDoc['underWay'][number]) => boolean): Promise<void> {
    await changeDocument(tries, key, (before: TriesDoc | null) => {
      const underWay = before?.underWay.filter((each) => !isOver(each)) ?? [];
      if (underWay.length === (before?.underWay.length ?? 0)) return { result: null };
      return { result: null, next: underWay.length === 0 ? null : { underWay } };
    });
  }

  const count = (key: string, since: string) => failures.countDocuments({ key, at: { $gte: since } });

  return {
    async begin(tryId, windows, at, underWaySince) {
      const taken: string[] = [];
      for (const window of windows) {
        if (!(await takeRoom(tryId, window, at, underWaySince))) {
          for (const key of taken) await drop(key, (each) => each.tryId === tryId);
          return false;
        }
        taken.push(window.key);
      }
      return true;
    },
    async end(tryId, failed, at) {
      try {
        // The try and the key name a failure, so a repetition counts nothing twice.
        const docs = failed.map((key) => ({ _id: `${tryId} ${key}`, key, at, tryId }));
        if (docs.length > 0) await failures.insertMany(docs, { ordered: false });
      } catch (error) {
        if (!(error instanceof MongoBulkWriteError) || !isDuplicate(error)) throw error;
      }
      const found = await tries.find({ 'underWay.tryId': tryId }).toArray();
      for (const { _id: key } of found) await drop(key, (each) => each.tryId === tryId);
    },
    async fail(key, at) {
      await failures.insertOne({ _id: randomUUID(), key, at, tryId: null });
    },
    count,
    async clear(key) {
      await failures.deleteMany({ key });
    },
    async sweep(before) {
      await failures.deleteMany({ at: { $lt: before } });
      for await (const { _id: key } of tries.find()) await drop(key, ({ at }) => at < before);
    },
  };
}

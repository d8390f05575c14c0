import type { CodeRecord, CodeVault } from '../../../ports/accountVault.ts';
import type { ChangeDocument } from './changeDocument.ts';
import type { CodesDoc, StoredCode, VaultCollections } from './collections.ts';

type Use = Pick<CodeRecord, 'userId' | 'purpose' | 'target'>;

/**
 * Codes: one document for each user, purpose and address, since a wrong answer counts against all codes of such a use in
 * one step.
 */
export function mongoCodes(
  { codes, keys }: Pick<VaultCollections, 'codes' | 'keys'>,
  changeDocument: ChangeDocument,
): CodeVault {
  const idOf = ({ userId, purpose, target }: Use) => `${userId} ${purpose} ${target}`;

  /** Changes codes that stand in a document; without codes it goes. */
  async function change<Result>(
    id: string,
    rule: (stored: readonly StoredCode[]) => { readonly result: Result; readonly next?: readonly StoredCode[] },
  ): Promise<Result> {
    return changeDocument(codes, id, (before: CodesDoc | null) => {
      const { result, next } = rule(before?.codes ?? []);
      if (before === null || next === undefined) return { result };
      return { result, next: next.length === 0 ? null : { userId: before.userId, codes: next } };
    });
  }

  return {
    async add({ userId, purpose, target, codeId, codeHash, campus, at }) {
      const code: StoredCode = { codeId, codeHash, campus, at, wrongAnswers: 0, isVoid: false, usedBy: null };
      await changeDocument(codes, idOf({ userId, purpose, target }), (before: CodesDoc | null) => ({
        result: null,
        next: { userId, codes: [...(before?.codes ?? []), code] },
      }));
    },
    async find(userId, purpose, target, since) {
      const found = await codes.findOne({ _id: idOf({ userId, purpose, target }) });
      return (found?.codes ?? [])
        .filter(({ at, isVoid }) => !isVoid && at >= since)
        .toReversed()
        .sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1))
        .map(({ codeId, codeHash, campus, at }) => ({ codeId, userId, purpose, target, codeHash, campus, at }));
    },
    wrongAnswer: (userId, purpose, target, limit) =>
      change(idOf({ userId, purpose, target }), (stored) => {
        const counted = stored.map((code) =>
          code.isVoid ? code : { ...code, wrongAnswers: code.wrongAnswers + 1, isVoid: code.wrongAnswers + 1 >= limit },
        );
        const open = counted.filter((_, n) => stored[n]?.isVoid === false);
        return { result: Math.max(0, ...open.map(({ wrongAnswers }) => wrongAnswers)), next: counted };
      }),
    async consume(codeId, commandId) {
      // All codes of one id are in one document: the id comes from the event that asked for the code.
      const found = await codes.findOne({ 'codes.codeId': codeId });
      if (found === null) return false;
      return change(found._id, (stored) => {
        const same = stored.filter((code) => code.codeId === codeId);
        const usedBy = same.find((code) => code.usedBy !== null)?.usedBy ?? null;
        if (usedBy !== null) return { result: usedBy === commandId };
        if (same.every(({ isVoid }) => isVoid)) return { result: false };
        const next = stored.map((code) => (code.codeId === codeId ? { ...code, usedBy: commandId } : code));
        return { result: true, next };
      });
    },
    async sweep(before) {
      for await (const { _id, userId, codes: stored } of codes.find()) {
        const isErased = (await keys.findOne({ _id: userId }))?.key === null;
        const isKept = ({ at }: StoredCode) => !isErased && at >= before;
        if (stored.every(isKept)) continue;
        await change(_id, (present) => ({ result: null, next: present.filter(isKept) }));
      }
    },
    async removeUser(userId) {
      await codes.deleteMany({ userId });
    },
  };
}

import type { SessionRecord, SessionVault } from '../../../ports/accountVault.ts';
import type { CredentialVault } from '../../../ports/vault.ts';
import { insertNew } from './changeDocument.ts';
import type { LogChanges, SessionDoc, VaultCollections } from './collections.ts';

/** Password hashes: a document each, replaced only over the hash that was seen. */
export function mongoCredentials({ credentials }: Pick<VaultCollections, 'credentials'>): CredentialVault {
  return {
    async put(userId, passwordHash, commandId, at, over) {
      const content = { passwordHash, commandId, at };
      const isPut =
        over === null
          ? await insertNew(credentials, { _id: userId, ...content })
          : (await credentials.updateOne({ _id: userId, passwordHash: over }, { $set: content })).matchedCount === 1;
      return isPut ? passwordHash : null;
    },
    async find(userId) {
      const found = await credentials.findOne({ _id: userId });
      // Hashes are salted, so each is unique and serves as its own stamp.
      return found === null ? null : { passwordHash: found.passwordHash, stamp: found.passwordHash };
    },
    async olderThan(before) {
      const found = await credentials
        .find({ at: { $lt: before } })
        .sort({ at: 1, _id: 1 })
        .toArray();
      return found.map(({ _id: userId, commandId, passwordHash: stamp }) => ({ userId, commandId, stamp }));
    },
    async remove(userId, stamp) {
      await credentials.deleteOne({ _id: userId, ...(stamp === undefined ? {} : { passwordHash: stamp }) });
    },
  };
}

/** Signed-in browsers: a document each. `log` ends sessions (`endSessions`). */
export function mongoSessions({ sessions }: Pick<VaultCollections, 'sessions'>, log: LogChanges): SessionVault {
  const end = (ids: readonly string[]) => log(ids.map((id) => ({ kind: 'session-ended', id })));
  return {
    async add({ sessionId, ...content }) {
      await insertNew(sessions, { _id: sessionId, ...content });
    },
    async find(sessionId) {
      const found = await sessions.findOne({ _id: sessionId });
      return found === null ? null : toSession(found);
    },
    async rotate(sessionId, from, { generation, rotatedAt, expiresAt }) {
      const rotated = await sessions.updateOne(
        { _id: sessionId, generation: from },
        { $set: { generation, rotatedAt, expiresAt } },
      );
      return rotated.matchedCount === 1;
    },
    async remove(sessionId) {
      if ((await sessions.findOne({ _id: sessionId })) !== null) await end([sessionId]);
    },
    async listOf(userId) {
      return (await sessions.find({ userId }).sort({ createdAt: 1, _id: 1 }).toArray()).map(toSession);
    },
    async removeUser(userId) {
      const found = await sessions.find({ userId }).sort({ createdAt: 1, _id: 1 }).toArray();
      await end(found.map(({ _id }) => _id));
    },
    async sweep(now) {
      // They have expired for everybody: no process has to hear of it.
      await sessions.deleteMany({ expiresAt: { $lt: now } });
    },
  };
}

/** Deletes sessions. Repeating it changes nothing, because no session id is used twice. */
export async function endSessions(
  { sessions }: Pick<VaultCollections, 'sessions'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await sessions.deleteMany({ _id: { $in: [...ids] } });
}

function toSession({ _id: sessionId, ...content }: SessionDoc): SessionRecord {
  return { sessionId, campus: '', ...content };
}

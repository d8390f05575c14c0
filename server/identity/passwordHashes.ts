import * as z from 'zod/mini';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { CredentialVault } from '../ports/vault.ts';
import { PENDING_PASSWORD_MS, PENDING_PASSWORDS_MAX } from './limits.ts';

/** Times that the vault is read again because another process has written the user's hashes meanwhile. */
const MAX_ATTEMPTS = 8;

const keptSchema = z.array(z.strictObject({ id: z.uuid(), hash: z.string(), at: z.string() }));
type Kept = z.infer<typeof keptSchema>;

/**
 * Hashes of passwords by their ids. A user's record in the vault may hold several: the one that the user's stream names,
 * and those of commands under way. So a hash opens nothing until an event names it, and the stream's revision decides
 * between two changes at a time. The first password of an account has the user's own id.
 */
export interface PasswordHashes {
  /** `null`: there is none under this id. */
  find(userId: string, passwordId: string): Promise<string | null>;
  /**
   * Keeps the hash of a password that a command is about to set.
   *
   * @param current id of the one that the stream names: it is never dropped
   * @returns `false`: too many wait for their events
   * @throws Unavailable other processes are writing the same record: try again
   */
  add(
    userId: string,
    password: { readonly id: string; readonly hash: string },
    current: string | null,
  ): Promise<boolean>;
  /** Drops a hash that no event names, or names any more. */
  drop(userId: string, passwordId: string): Promise<void>;
}

/** Makes the keeping of hashes. */
export function createPasswordHashes(
  credentials: Pick<CredentialVault, 'find' | 'put'>,
  clock: () => Date,
): PasswordHashes {
  /** Writes what `change` makes of the hashes, unless that is `null`. */
  async function rewrite(userId: string, commandId: string, change: (kept: Kept) => Kept | null): Promise<boolean> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const found = await credentials.find(userId);
      const next = change(found === null ? [] : readHashes(userId, found.passwordHash));
      if (next === null) return false;
      const at = clock().toISOString();
      if ((await credentials.put(userId, JSON.stringify(next), commandId, at, found?.stamp ?? null)) !== null)
        return true;
    }
    throw new Unavailable('Several processes are changing one password.');
  }

  return {
    async find(userId, passwordId) {
      const found = await credentials.find(userId);
      if (found === null) return null;
      return readHashes(userId, found.passwordHash).find(({ id }) => id === passwordId)?.hash ?? null;
    },
    add(userId, { id, hash }, current) {
      const now = clock();
      const since = new Date(now.getTime() - PENDING_PASSWORD_MS).toISOString();
      return rewrite(userId, id, (kept) => {
        const others = kept.filter((each) => each.id !== id && (each.id === current || each.at >= since));
        if (others.length > PENDING_PASSWORDS_MAX) return null;
        return [...others, { id, hash, at: now.toISOString() }];
      });
    },
    async drop(userId, passwordId) {
      await rewrite(userId, passwordId, (kept) => {
        const others = kept.filter(({ id }) => id !== passwordId);
        return others.length === kept.length ? null : others;
      });
    },
  };
}

/** The hashes of a record: a list in JSON, or that of the sign-up by itself, as bcrypt writes it. */
function readHashes(userId: string, record: string): Kept {
  if (!record.startsWith('[')) return [{ id: userId, hash: record, at: '' }];
  return keptSchema.parse(JSON.parse(record));
}

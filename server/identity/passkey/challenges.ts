import { randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { idSchema } from '#domain/kernel/ids.ts';
import { keyedHash } from '../../kernel/keyedHash.ts';
import { createSignedAttempts } from '../../kernel/signedAttempts.ts';
import type { AttemptVault } from '../../ports/vault.ts';
import { PASSKEY_CHALLENGE_SECONDS } from './limits.ts';

/** Bytes of a challenge; at least 16 (WebAuthn Level 3, §13.4.3). */
const CHALLENGE_BYTES = 32;
const MS_PER_SECOND = 1_000;

const schema = z.object({
  id: idSchema,
  use: z.enum(['sign-in', 'add']),
  challenge: z.string(),
  origin: z.string(),
  /** Who adds a passkey; `null`: nobody is signed in yet. */
  userId: z.nullable(idSchema),
});

/** A challenge that one browser is to answer, kept in its cookie. */
export type PasskeyChallenge = z.infer<typeof schema>;

/** Draws challenges that count once, for five minutes, for the browser and origin that asked. */
export interface PasskeyChallenges {
  /** @returns the challenge, and the text of its cookie */
  draw(of: Pick<PasskeyChallenge, 'use' | 'origin' | 'userId'>): {
    readonly challenge: PasskeyChallenge;
    readonly cookie: string;
  };
  /**
   * Uses a challenge up. Of any number of calls at once, in any processes, one gets it.
   * @returns `null`: it is forged, used, too old, or for something else
   */
  use(cookie: string | null, of: Pick<PasskeyChallenge, 'use' | 'origin' | 'userId'>): Promise<PasskeyChallenge | null>;
}

/** Makes the challenges. @param secret of the sessions */
export function createPasskeyChallenges(
  vault: Pick<AttemptVault, 'begin' | 'end'>,
  secret: Uint8Array,
  clock: () => Date,
): PasskeyChallenges {
  const kind = { audience: 'quad-passkey', schema, seconds: PASSKEY_CHALLENGE_SECONDS };
  const signed = createSignedAttempts(kind, secret, clock);

  /** A use is counted as a failure in a window that has room for one. */
  async function burn(id: string): Promise<boolean> {
    const key = `passkey:${keyedHash(secret, 'passkey-challenge', id)}`;
    const now = clock();
    const since = new Date(now.getTime() - PASSKEY_CHALLENGE_SECONDS * MS_PER_SECOND).toISOString();
    const tryId = randomUUID();
    if (!(await vault.begin(tryId, [{ key, since, max: 1 }], now.toISOString(), since))) return false;
    await vault.end(tryId, [key], now.toISOString());
    return true;
  }

  return {
    draw(of) {
      const challenge = { id: randomUUID(), challenge: randomBytes(CHALLENGE_BYTES).toString('base64url'), ...of };
      return { challenge, cookie: signed.write(challenge) };
    },
    async use(cookie, { use, origin, userId }) {
      const challenge = signed.read(cookie);
      const isIt = challenge?.use === use && challenge.origin === origin && challenge.userId === userId;
      return isIt && (await burn(challenge.id)) ? challenge : null;
    },
  };
}

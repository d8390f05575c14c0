import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { Vault } from '../../ports/vault.ts';
import { optionsToSignIn } from './ceremonies.ts';
import { createPasskeyChallenges } from './challenges.ts';
import { createPasskeyChanges, type PasskeyChanges } from './changes.ts';
import { passkeyShelf } from './shelf.ts';
import { createOpenWithPasskey, type OpenWithPasskey } from './signIn.ts';

/** Passkeys: signing in with them, adding and removing them. */
export interface Passkeys {
  /** @param origin of the page that asks, one of ours */
  beginSignIn(
    origin: string,
  ): Promise<{ readonly options: PublicKeyCredentialRequestOptionsJSON; readonly cookie: string }>;
  readonly open: OpenWithPasskey;
  readonly changes: PasskeyChanges;
}

type Parts = Parameters<typeof createOpenWithPasskey>[0] & Parameters<typeof createPasskeyChanges>[0];

/** Makes the passkeys. */
export function createPasskeys(
  options: Omit<Parts, 'shelf' | 'challenges'> & {
    readonly vault: Pick<Vault, 'attempts' | 'shelf'>;
    /** Of the sessions. */
    readonly secret: Uint8Array;
  },
): Passkeys {
  const { vault, secret, clock } = options;
  const challenges = createPasskeyChallenges(vault.attempts, secret, clock);
  const parts = { ...options, shelf: passkeyShelf(vault), challenges };
  return {
    async beginSignIn(origin) {
      const { challenge, cookie } = challenges.draw({ use: 'sign-in', origin, userId: null });
      return { options: await optionsToSignIn(challenge), cookie };
    },
    open: createOpenWithPasskey(parts),
    changes: createPasskeyChanges(parts),
  };
}

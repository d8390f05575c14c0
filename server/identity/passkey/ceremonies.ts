import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import * as z from 'zod/mini';
import { CREDENTIAL_ID_MAX_CHARACTERS } from '#domain/passkey/limits.ts';
import type { PasskeyChallenge } from './challenges.ts';
import { PASSKEY_CHALLENGE_SECONDS, PASSKEY_VALUE_MAX_CHARACTERS } from './limits.ts';

/** The library is loaded when the first person uses a passkey. */
const loadLibrary = () => import('@simplewebauthn/server');

const MS_PER_SECOND = 1_000;
/** Name of this service in the dialogs of devices. */
const SERVICE = 'Quad';

const value = z.string().check(z.maxLength(PASSKEY_VALUE_MAX_CHARACTERS));
const credentialId = z.string().check(z.minLength(1), z.maxLength(CREDENTIAL_ID_MAX_CHARACTERS));
const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };

/** A browser's answer to `navigator.credentials.create`. */
export const registrationSchema = z.object({
  ...credential,
  response: z.object({ clientDataJSON: value, attestationObject: value }),
});
/** A browser's answer to `navigator.credentials.get`. */
export const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: value,
    authenticatorData: value,
    signature: value,
    userHandle: z.optional(value),
  }),
});
export type Registration = z.infer<typeof registrationSchema>;
export type Assertion = z.infer<typeof assertionSchema>;

/** A passkey's credential as the vault keeps it, as text. */
const keptSchema = z.object({ id: z.string(), publicKey: z.string() });

/** A device's proof could not be verified; `cause` says why, for the log. */
export class PasskeyRefused extends Error {
  constructor(cause: unknown) {
    super('A passkey was refused.', { cause });
    this.name = 'PasskeyRefused';
  }
}

/** The host that a passkey is bound to: that of the page which asks for it (relying party id). */
export const siteOf = ({ origin }: Pick<PasskeyChallenge, 'origin'>): string => new URL(origin).hostname;

/** The user handle, by which a device knows which of its passkeys are of one account. */
const handleOf = (userId: string): string => Buffer.from(userId).toString('base64url');

const timeout = PASSKEY_CHALLENGE_SECONDS * MS_PER_SECOND;

/** Options by which a browser makes a passkey for a user. @param known credential ids that the user's devices hold already */
export async function optionsToAdd(
  drawn: PasskeyChallenge,
  user: { readonly userId: string; readonly account: string; readonly name: string },
  known: readonly string[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadLibrary();
  return generateRegistrationOptions({
    rpName: SERVICE,
    rpID: siteOf(drawn),
    userID: Uint8Array.from(Buffer.from(user.userId)),
    userName: user.account,
    userDisplayName: user.name,
    challenge: Uint8Array.from(Buffer.from(drawn.challenge, 'base64url')),
    timeout,
    excludeCredentials: known.map((id) => ({ id })),
    // Found by the device without a user name, and unlocked by its owner: it replaces a password.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Options by which a browser signs somebody in with a passkey that its device finds. */
export async function optionsToSignIn(drawn: PasskeyChallenge): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({
    rpID: siteOf(drawn),
    challenge: Uint8Array.from(Buffer.from(drawn.challenge, 'base64url')),
    timeout,
    userVerification: 'required',
  });
}

/** Verifies a new passkey. @returns its credential id, what the vault keeps of it, and its counter @throws PasskeyRefused */
export async function verifyNew(answer: Registration, drawn: PasskeyChallenge) {
  const { verifyRegistrationResponse } = await loadLibrary();
  await requireOwnPage(answer.response);
  const response: RegistrationResponseJSON = { ...answer, clientExtensionResults: {} };
  const expected = { expectedChallenge: drawn.challenge, expectedOrigin: drawn.origin, expectedRPID: siteOf(drawn) };
  const { verified, registrationInfo } = await orRefused(() => verifyRegistrationResponse({ response, ...expected }));
  if (!verified) throw new PasskeyRefused(new Error('The attestation is wrong.'));
  const { id, publicKey, counter } = registrationInfo.credential;
  const kept = JSON.stringify({ id, publicKey: Buffer.from(publicKey).toString('base64url') });
  return { credentialId: id, credential: kept, counter };
}

/**
 * Verifies the proof of a passkey; its counter is the caller's to judge.
 *
 * @param kept what the vault keeps of it
 * @returns the counter of the device
 * @throws PasskeyRefused
 */
export async function verifyProof(
  answer: Assertion,
  drawn: PasskeyChallenge,
  { userId, kept }: { readonly userId: string; readonly kept: string },
): Promise<number> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  await requireOwnPage(answer.response);
  if (answer.response.userHandle !== handleOf(userId))
    throw new PasskeyRefused(new Error('The user handle is foreign.'));
  const { id, publicKey } = keptSchema.parse(JSON.parse(kept));
  const { userHandle, ...parts } = answer.response;
  const response: AuthenticationResponseJSON = {
    ...answer,
    response: { ...parts, userHandle },
    clientExtensionResults: {},
  };
  const { verified, authenticationInfo } = await orRefused(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: drawn.challenge,
      expectedOrigin: drawn.origin,
      expectedRPID: siteOf(drawn),
      credential: { id, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter: 0 },
    }),
  );
  if (!verified) throw new PasskeyRefused(new Error('The signature is wrong.'));
  return authenticationInfo.newCounter;
}

/** The page that asked, as the browser describes it. */
const askerSchema = z.object({ crossOrigin: z.optional(z.boolean()), topOrigin: z.optional(z.string()) });

/**
 * Refuses what was asked for inside a page of another site, which frames ours and leads the person's hand (WebAuthn
 * Level 3, §13.4.9). The library does not look.
 */
async function requireOwnPage({ clientDataJSON }: { readonly clientDataJSON: string }): Promise<void> {
  await orRefused(async () => {
    const asker = askerSchema.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')));
    if (asker.crossOrigin === true || asker.topOrigin !== undefined) throw new Error('It was asked for in a frame.');
  });
}

/** The library says no by throwing, also for bytes that cannot be read. */
async function orRefused<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    throw new PasskeyRefused(error);
  }
}

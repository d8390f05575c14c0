import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { askToSignIn, type SignedIn } from '../session/signInHere.ts';
import { request } from '../sync/transport/http.ts';
import { hasPasskeys } from './hasPasskeys.ts';

/** The library is loaded when the first passkey is used. */
const loadLibrary = () => import('@simplewebauthn/browser');

/** The device or its owner said no; `text` is for people. */
export class PasskeyFailed extends Error {}

/** Whether the browser offers passkeys in the list of a field's suggestions. */
export async function suggestsPasskeys(): Promise<boolean> {
  return hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

/** Words for what the browser throws (WebAuthn Level 3, §5.1); it hides most reasons on purpose. */
const WORDS: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device has a passkey of your account already.',
  NotAllowedError: 'The passkey was not used: it was cancelled, or took too long.',
  AbortError: 'The passkey was not used: it was cancelled, or took too long.',
  SecurityError: 'Passkeys do not work at this address.',
  NotSupportedError: 'This device cannot keep a passkey that is unlocked by its owner.',
};

/** Whether the person, or another question to the device, has ended this one. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof PasskeyFailed && error.message === WORDS.AbortError;

/** Asks the device. @throws PasskeyFailed */
async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new PasskeyFailed(WORDS[name] ?? 'This device did not use a passkey. Please try again.', { cause: error });
  }
}

/**
 * Signs in with a passkey.
 *
 * @param suggested the browser offers it among the suggestions of the e-mail field, and waits until it is chosen
 * @param staysHere it is asked for over a page, on which the person goes on
 * @returns who has signed in and, if they could be read in time, the topics of the home page for those who go on there
 * @throws PasskeyFailed
 * @throws RequestRefused
 */
export async function signInWithPasskey(suggested: boolean, staysHere: boolean): Promise<SignedIn> {
  const { startAuthentication } = await loadLibrary();
  const { options: optionsJSON } = await request<{ options: PublicKeyCredentialRequestOptionsJSON }>(
    'POST',
    '/api/passkeys/challenge',
  );
  const answer = await ask(() => startAuthentication({ optionsJSON, useBrowserAutofill: suggested }));
  return askToSignIn('/api/passkeys/session', answer, { staysHere });
}

/** Ends the wait for a suggestion. */
export async function stopWaiting(): Promise<void> {
  const { WebAuthnAbortService } = await loadLibrary();
  WebAuthnAbortService.cancelCeremony();
}

/**
 * Makes a passkey on this device and adds it to the account.
 *
 * @param form the password that stands, empty for an account without one; and a name, which may be empty
 * @throws PasskeyFailed
 * @throws RequestRefused
 */
export async function addPasskey({
  name,
  current,
}: {
  readonly name: string;
  readonly current: string;
}): Promise<void> {
  const { startRegistration } = await loadLibrary();
  const { options: optionsJSON } = await request<{ options: PublicKeyCredentialCreationOptionsJSON }>(
    'POST',
    '/api/passkeys/new',
    { current },
  );
  const answer = await ask(() => startRegistration({ optionsJSON }));
  await request('POST', '/api/passkeys', { answer, name });
}

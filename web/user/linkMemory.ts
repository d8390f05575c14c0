import { LINK_VALID_MINUTES } from '#domain/user/limits.ts';
import { deviceStorage } from '../kit/storage/textStorage.ts';
import { deviceNow } from '../kit/time/serverClock.ts';
import { safeReturnPath } from '../session/signInChain.ts';

/** Where this browser remembers the magic link that it asked for last: its tab may be another one (AUTH-26). */
const KEY = 'quad-link';
const VALID_MS = LINK_VALID_MINUTES * 60_000;

/** A magic link that this browser has asked for. */
export interface AskedLink {
  readonly email: string;
  /** Where the person was when asked to sign in (AUTH-33). */
  readonly returnTo: string | null;
  /** Whether the new account is to join the campus with the address, which the link confirms. */
  readonly joins: boolean;
}

export function rememberLink(link: AskedLink): void {
  deviceStorage.setItem(KEY, JSON.stringify({ ...link, at: deviceNow() }));
}

/** The link that was asked for, as long as it counts; `null`: none, so that it may be somebody else's (Q11). */
export function askedLink(): AskedLink | null {
  try {
    const kept = JSON.parse(deviceStorage.getItem(KEY) ?? 'null') as Record<string, unknown> | null;
    if (typeof kept?.email !== 'string' || typeof kept.at !== 'number' || deviceNow() - kept.at > VALID_MS) return null;
    const returnTo = safeReturnPath(typeof kept.returnTo === 'string' ? kept.returnTo : null);
    return { email: kept.email, returnTo, joins: kept.joins === true };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}

export function forgetLink(): void {
  deviceStorage.removeItem(KEY);
}

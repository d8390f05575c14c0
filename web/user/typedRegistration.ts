import { normaliseEmail } from '#domain/user/email.ts';

/** The fields of a new account as typed, but for the password. */
export interface TypedRegistration {
  readonly email: string;
  readonly name: string;
}

/** Where this tab keeps it until a log-out, so that a reload loses nothing. */
const KEY = 'quad-register';
/** The form that was sent last on this page. */
let sent: TypedRegistration | null = null;

/** The fields that were typed in this tab and not sent yet, for a reload; nobody has logged out since. `null`: none. */
export function typedRegistration(): TypedRegistration | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Record<string, unknown> | null;
    if (typeof kept?.email !== 'string' || typeof kept.name !== 'string') return null;
    return { email: kept.email, name: kept.name };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}

export function keepTypedRegistration({ email, name }: TypedRegistration): void {
  sessionStorage.setItem(KEY, JSON.stringify({ email, name }));
}

/** It has made an account: only this page remembers it, until its address is confirmed. */
export function registrationWasSent({ email, name }: TypedRegistration): void {
  sessionStorage.removeItem(KEY);
  sent = { email: normaliseEmail(email), name };
}

/** The form of the account that was made last on this page; `null`: none was. */
export function sentRegistration(): TypedRegistration | null {
  return sent;
}

import { safeReturnPath } from './signInChain.ts';

/** This tab's memory of the way in: lost with the tab, told to nobody. */
const RETURN_KEY = 'quad-return';
const ASK_KEY = 'quad-ask-school';

/** Remembers where to come back to after signing in (AUTH-33). */
export function rememberReturn(path: string): void {
  const safe = safeReturnPath(path);
  if (safe !== null) sessionStorage.setItem(RETURN_KEY, safe);
}

/** The remembered path; stays until `forgetReturn`. */
export function returnPath(): string | null {
  return safeReturnPath(sessionStorage.getItem(RETURN_KEY));
}

export function forgetReturn(): void {
  sessionStorage.removeItem(RETURN_KEY);
}

/** A sign-in has begun: the school page is due once (D01). */
export function askForSchool(): void {
  sessionStorage.setItem(ASK_KEY, '1');
}

export function schoolIsDue(): boolean {
  return sessionStorage.getItem(ASK_KEY) !== null;
}

export function schoolWasAsked(): void {
  sessionStorage.removeItem(ASK_KEY);
}

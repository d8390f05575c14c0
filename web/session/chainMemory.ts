import { tabStorage } from '../kit/storage/textStorage.ts';
import { safeReturnPath } from './signInChain.ts';

/** This tab's memory of the sign-in chain: lost with the tab, and never sent. */
const RETURN_KEY = 'quad-return';
const ASK_KEY = 'quad-ask-school';
const JOIN_KEY = 'quad-join';

/** Remembers the page to return to after signing in (AUTH-33). */
export function rememberReturn(path: string): void {
  const safe = safeReturnPath(path);
  if (safe !== null) tabStorage.setItem(RETURN_KEY, safe);
}

/** The remembered path; stays until `forgetReturn`. */
export function returnPath(): string | null {
  return safeReturnPath(tabStorage.getItem(RETURN_KEY));
}

export function forgetReturn(): void {
  tabStorage.removeItem(RETURN_KEY);
}

/** A sign-in has begun: the school page is due once (D01). */
export function askForSchool(): void {
  tabStorage.setItem(ASK_KEY, '1');
}

export function schoolIsDue(): boolean {
  return tabStorage.getItem(ASK_KEY) !== null;
}

export function schoolWasAsked(): void {
  tabStorage.removeItem(ASK_KEY);
}

/** This new account wants to join the campus with its own address, as soon as that is confirmed. */
export function wishToJoin(userId: string): void {
  tabStorage.setItem(JOIN_KEY, userId);
}

export function wishesToJoin(userId: string | null): boolean {
  return userId !== null && tabStorage.getItem(JOIN_KEY) === userId;
}

/** It is being fulfilled, or dropped. */
export function forgetJoinWish(): void {
  tabStorage.removeItem(JOIN_KEY);
}

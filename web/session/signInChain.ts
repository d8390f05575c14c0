import { kindOfPage, type PageKind } from '#domain/kernel/pageGuards.ts';
import { SCHOOL_PATH, VERIFY_PATH } from './guard.ts';

/** State of a person in the sign-in chain. */
export interface ChainState {
  readonly verified: boolean;
  readonly schoolVerified: boolean;
  /** The generic site asks for no school (VERF-17). */
  readonly genericSite: boolean;
  /** The school page is still to be shown once for this sign-in (D01). */
  readonly askForSchool: boolean;
  /** Where the person was when asked to sign in, or `null`. */
  readonly returnPath: string | null;
}

/** The next page after sign-in, after the e-mail code and after the school page (D01). */
export function nextInChain(state: ChainState): string {
  if (!state.verified) return VERIFY_PATH;
  if (!state.schoolVerified && !state.genericSite && state.askForSchool) return SCHOOL_PATH;
  return state.returnPath ?? '/home';
}

/** Pages of the chain itself: nobody returns to them. */
const CHAIN_KINDS: readonly PageKind[] = ['signed-out', 'verify'];
/** Further pages on the way in, and the one on the way out. */
const NEVER = ['/', '/forgotpassword', '/forgotpassword/new', '/logout'];

/** A path of this site to return to, or `null` for a foreign one or a page of the chain itself. */
export function safeReturnPath(path: string | null): string | null {
  // Browsers read a backslash as a slash and leave out line breaks and tabs: either could make it another site's.
  if (path === null || !path.startsWith('/') || path.startsWith('//') || /[\\\p{Cc}]/u.test(path)) return null;
  const [pathname] = path.split(/[?#]/);
  return NEVER.includes(pathname ?? '') || CHAIN_KINDS.includes(kindOfPage(pathname ?? '')) ? null : path;
}

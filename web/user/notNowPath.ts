import { pageSegments, SIGNED_IN_PATH } from '#domain/kernel/addresses.ts';
import { kindOfPage } from '#domain/kernel/pageGuards.ts';
import { readVisits } from '../kit/navigation/useGoBack.ts';
import { returnPath } from '../session/chainMemory.ts';
import { SCHOOL_PATH } from '../session/guard.ts';
import { safeReturnPath } from '../session/signInChain.ts';

const OF_SCHOOL: readonly string[] = [SCHOOL_PATH, '/settings/account/verify_school_email'];

/**
 * Where somebody goes on who does not join a campus now: to the page where they were asked to sign in, else to the last
 * one that they saw before and that asks for no school, else to the feed.
 */
export function notNowPath(): string {
  const seen = readVisits().map(({ path }) => path);
  return returnPath() ?? seen.findLast(asksNoSchool) ?? SIGNED_IN_PATH;
}

/** A search and the profiles of others lead back to the question (Q05). */
function asksNoSchool(path: string): boolean {
  const [pathname = ''] = path.split(/[?#]/);
  const [, segment = ''] = pathname.split('/');
  const isPage = (pageSegments as readonly string[]).includes(segment);
  return isPage && kindOfPage(pathname) !== 'profile' && !OF_SCHOOL.includes(pathname) && safeReturnPath(path) !== null;
}

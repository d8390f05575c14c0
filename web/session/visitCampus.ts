import type { Campus } from '#domain/campus/campus.ts';
import { sessionStore } from './session.ts';
import { bareAddress, campusAddress, isBare, site } from './site.ts';

/** Where a session is handed over between hosts (`campus/HandOverPage.tsx`). */
export const HAND_OVER_PATH = '/hand-over';

/**
 * Address of the hand-over on a campus's host. Fragments are sent to no server, and in no Referer (P9).
 *
 * @param host another one that has the session: the site beside the campuses' own
 */
export function handOverAddress(
  campus: Campus,
  words: Readonly<Record<string, string>>,
  host = campusAddress(campus),
): string {
  return `${host}${HAND_OVER_PATH}#${new URLSearchParams(words)}`;
}

/** Address of the hand-over on the host that has the session. The link names no host: a stranger's would lead anywhere. */
export function handOverSource(from: Campus, isFromBare: boolean, words: Readonly<Record<string, string>>): string {
  return handOverAddress(from, words, (isFromBare ? bareAddress() : null) ?? campusAddress(from));
}

/** Leads to another campus's site (CAMP-16, CAMP-17); a signed-in person is signed in there, too. */
export function visitCampus(campus: Campus, path = '/home', go = (to: string) => location.assign(to)): void {
  const { userId } = sessionStore.getState();
  if (userId === null) go(campusAddress(campus) + path);
  else go(handOverAddress(campus, { from: site.id, ...(isBare && { bare: 'yes' }), user: userId, path }));
}

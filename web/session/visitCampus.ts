import type { Campus } from '#domain/campus/campus.ts';
import { sessionStore } from './session.ts';
import { campusAddress, site } from './site.ts';

/** Where a session is handed over between hosts (`campus/HandOverPage.tsx`). */
export const HAND_OVER_PATH = '/hand-over';

/** Address of the hand-over on a campus's host. Fragments are sent to no server, and in no Referer (P9). */
export function handOverAddress(campus: Campus, words: Readonly<Record<string, string>>): string {
  return `${campusAddress(campus)}${HAND_OVER_PATH}#${new URLSearchParams(words)}`;
}

/** Leads to another campus's site (CAMP-16, CAMP-17); a signed-in person is signed in there, too. */
export function visitCampus(campus: Campus, path = '/home', go = (to: string) => location.assign(to)): void {
  const { userId } = sessionStore.getState();
  if (userId === null) go(campusAddress(campus) + path);
  else go(handOverAddress(campus, { from: site.id, user: userId, path }));
}

import { RequestRefused, request } from '../sync/transport/http.ts';
import { forgetJoinWish, forgetReturn, schoolWasAsked } from './chainMemory.ts';
import { sessionStore } from './session.ts';

/** Milliseconds after which other tabs have handled a log-out and store nothing more for the user. */
const OTHER_TABS_MS = 1_000;

/** Deletes a user's data on this device, such as drafts. */
export type Forget = (userId: string) => Promise<void>;

const forgetters = new Set<Forget>();

/** Has something forgotten at every log-out. Called at the start of the page. */
export function forgetAtLogOut(forget: Forget): void {
  forgetters.add(forget);
}

/** The next person at this device must not see the user's data. */
function forgetUser(userId: string): void {
  for (const forget of forgetters) {
    void forget(userId).then(() => setTimeout(() => void forget(userId), OTHER_TABS_MS));
  }
}

/**
 * Logs out on the server, then here and in the other tabs.
 *
 * @throws RequestRefused when the server could not be asked: the person is still signed in
 */
export async function endSession(): Promise<void> {
  const { userId } = sessionStore.getState();
  try {
    await request('DELETE', '/api/session', undefined, { mayRepeat: true });
  } catch (error) {
    // A session that has already ended is the wanted result.
    if (!(error instanceof RequestRefused) || error.refusal.retry) throw error;
  }
  forgetReturn();
  forgetJoinWish();
  schoolWasAsked();
  sessionStore.getState().signedOut();
  if (userId !== null) forgetUser(userId);
}

import { RequestRefused, request } from '../sync/transport/http.ts';
import { forgetReturn, schoolWasAsked } from './chainMemory.ts';
import { sessionStore } from './session.ts';

/** Milliseconds after which no other tab writes down any more what was begun before it heard of a log-out. */
const OTHER_TABS_MS = 1_000;

/** Forgets what this device keeps of a user, such as what they have begun to write. */
export type Forget = (userId: string) => Promise<void>;

const forgetters = new Set<Forget>();

/** Has something forgotten at every log-out. Called at the start of the page. */
export function forgetAtLogOut(forget: Forget): void {
  forgetters.add(forget);
}

/** The next person at this device is not shown what somebody has left on it. */
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
    await request('DELETE', '/api/session');
  } catch (error) {
    // A session that is over already is what was wanted.
    if (!(error instanceof RequestRefused) || error.refusal.retry) throw error;
  }
  forgetReturn();
  schoolWasAsked();
  sessionStore.getState().signedOut();
  if (userId !== null) forgetUser(userId);
}

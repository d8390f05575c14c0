import { persistently } from '../kit/lazySoon.ts';
import { RequestRefused, request } from '../sync/transport/http.ts';
import { forgetReturn, schoolWasAsked } from './chainMemory.ts';
import { sessionStore } from './session.ts';

/** Milliseconds after which no other tab writes a draft down any more that was begun before it heard of a log-out. */
const OTHER_TABS_MS = 1_000;

/** The next person at this device is not shown what somebody has begun to write. */
async function forgetWhatWasWritten(userId: string): Promise<void> {
  const { forgetDrafts } = await persistently(() => import('../post/compose/draftStorage.ts'));
  await forgetDrafts(userId);
  setTimeout(() => void forgetDrafts(userId), OTHER_TABS_MS);
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
  if (userId !== null) void forgetWhatWasWritten(userId);
}

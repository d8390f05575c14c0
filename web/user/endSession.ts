import { RequestRefused, request } from '../sync/http.ts';
import { sessionStore } from '../sync/session.ts';
import { forgetReturn, schoolWasAsked } from './chainMemory.ts';

/**
 * Logs out on the server, then here and in the other tabs.
 *
 * @throws RequestRefused when the server could not be asked: the person is still signed in
 */
export async function endSession(): Promise<void> {
  try {
    await request('DELETE', '/api/session');
  } catch (error) {
    // A session that is over already is what was wanted.
    if (!(error instanceof RequestRefused) || error.refusal.retry) throw error;
  }
  forgetReturn();
  schoolWasAsked();
  sessionStore.getState().signedOut();
}

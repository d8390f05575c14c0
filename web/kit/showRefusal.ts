import { RequestRefused } from '../sync/transport/http.ts';
import { showAlert } from './alertStore.ts';

/** What is said when nothing better is known. */
export const SOMETHING_WENT_WRONG = 'Something went wrong';

/**
 * Shows why a request failed: one alert for each text of the answer (SHEL-16).
 *
 * @param fallback shown for what is no answer of the server
 */
export function showRefusal(error: unknown, fallback = SOMETHING_WENT_WRONG): void {
  if (!(error instanceof RequestRefused)) {
    console.error(error);
    showAlert('danger', fallback);
    return;
  }
  for (const text of error.errors) showAlert('danger', text);
}

import { showAlert } from '../kit/alertStore.ts';
import { NO_ANSWER, RequestRefused } from './transport/http.ts';

/** Shown where no reason is known. */
export const SOMETHING_WENT_WRONG = 'Something went wrong';

/**
 * Shows why a request failed: one alert for each text of the answer (SHEL-16).
 *
 * @param fallback shown when the error is not an answer of the server
 */
export function showRefusal(error: unknown, fallback = SOMETHING_WENT_WRONG): void {
  if (!(error instanceof RequestRefused)) {
    console.error(error);
    showAlert('danger', fallback);
    return;
  }
  for (const text of error.errors) showAlert('danger', text);
}

/** Why the server refused the value of a field; `null` for another error: a fault, or no answer. */
export function refusalOfField(error: unknown): string | null {
  return error instanceof RequestRefused && error.status !== NO_ANSWER ? error.message : null;
}

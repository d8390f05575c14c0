import { showAlert } from '../kit/alertStore.ts';
import { isWithoutWords, OFFLINE_TEXT, RequestRefused } from './transport/http.ts';

/** Shown where no reason is known. */
export const SOMETHING_WENT_WRONG = 'Something went wrong';

/**
 * Shows why a request failed: one alert for each text of the answer (SHEL-16).
 *
 * @param words of the form for a failure about which the server says nothing of its own: none of its answers came, or one
 *   without a reason. Left out: the words of the connection
 */
export function showRefusal(error: unknown, words?: string): void {
  if (!(error instanceof RequestRefused)) {
    console.error(error);
    showAlert('danger', words ?? SOMETHING_WENT_WRONG);
    return;
  }
  // A device without a network says so on every form: nothing went wrong that another try would mend.
  if (words !== undefined && isWithoutWords(error) && error.message !== OFFLINE_TEXT) {
    showAlert('danger', words);
    return;
  }
  for (const text of error.errors) showAlert('danger', text);
}

/** Why the server refused the value of a field; `null` for another error: a fault, or no answer. */
export function refusalOfField(error: unknown): string | null {
  return error instanceof RequestRefused && !isWithoutWords(error) ? error.message : null;
}

import { showAlert } from '../kit/alertStore.ts';
import type { Sent } from './syncStore.ts';

/**
 * Says that a command took effect as soon as the server has taken it. Until then, and if it is refused, the list of
 * actions that wait says so ("Not sent yet").
 *
 * @param isMeant whether it is still what the person wants by then
 */
export function showTaken({ settled }: Pick<Sent, 'settled'>, text: string, isMeant: () => boolean): void {
  void settled.then(({ ok }) => {
    if (ok && isMeant()) showAlert('success', text);
  });
}

import { showAlert } from '../../kit/alertStore.ts';
import type { Sent } from '../../sync/syncStore.ts';

/**
 * Says that a conversation has begun, as soon as the server has begun it (CHAT-14). One that stood all the time, of which
 * this browser had not heard yet, was found: it is opened, and nothing has begun (PROF-08).
 */
export function showBegun({ settled }: Pick<Sent, 'settled'>): void {
  void settled.then((outcome) => {
    if (outcome.ok && outcome.position !== null) showAlert('success', 'New Conversation Started');
  });
}

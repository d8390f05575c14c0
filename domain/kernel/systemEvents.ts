import * as z from 'zod/mini';
import { defineEvent, type EventOf } from './event.ts';
import { idSchema } from './ids.ts';

/**
 * Events that the dispatcher writes for its own bookkeeping. They change no noun's state: a decider's `evolve`
 * never sees them. They hold no personal data: a claim stream is named by a keyed hash.
 */
export const systemEvents = {
  /**
   * In a stream `claim-<kind>-<hmac>`: the writer of `stream` may own the value (blueprint §3, claims). The newest
   * event counts; the owner's stream says whether the value is really owned.
   */
  Held: defineEvent({ type: 'Held', schema: z.strictObject({ stream: z.string(), commandId: idSchema }) }),
  /**
   * In any stream: the command is refused for good. A late append of it fails on its exact revision, so the refusal
   * that was answered stays true (blueprint §3, late appends).
   */
  Fenced: defineEvent({ type: 'Fenced', schema: z.strictObject({ commandId: idSchema }) }),
};

export type SystemEvent = EventOf<typeof systemEvents>;

/** Whether an event is the dispatcher's own: such an event must not reach a decider's `evolve`. */
export function isSystemEvent(event: { readonly type: string }): event is SystemEvent {
  return Object.hasOwn(systemEvents, event.type);
}

/**
 * Name of the stream of claims to one unique value.
 *
 * @param kind as in `ClaimRequest`
 * @param hash keyed hash of the value, so that nobody can read it in the log (P9)
 */
export function claimStream(kind: string, hash: string): string {
  return `claim-${kind}-${hash}`;
}

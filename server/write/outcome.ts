import type { Actor } from '#domain/kernel/actor.ts';
import type { RecordedEvent } from '#domain/kernel/event.ts';
import type { Rejection } from '#domain/kernel/rejection.ts';

/** A command as it reaches the dispatcher, not validated yet. */
export interface DispatchEnvelope {
  /** The sender's own id of the command, kept over retries. */
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly data: unknown;
}

/** Sender, campus and origin of a command. */
export interface DispatchContext {
  readonly actor: Actor;
  /** Campus of the site from which it was sent. */
  readonly campus: string;
  /** `client`: over HTTP or the socket. `server`: from our own edges and reactors. */
  readonly origin: 'client' | 'server';
  /** Id of the event that a reactor answers. */
  readonly causedBy?: string | null;
  /** Whether no other process can be giving this command now, which a lease proves; left out: another one can. */
  readonly isOnlySender?: () => boolean;
}

/** The outcome of a command. An accepted one is on disk; `position` is `null` when there was nothing to do. */
export type Outcome =
  | { readonly ok: true; readonly position: string | null; readonly events: readonly RecordedEvent[] }
  | { readonly ok: false; readonly rejection: Rejection };

/** A refused outcome. */
export function refused(rejection: Rejection): Outcome {
  return { ok: false, rejection };
}

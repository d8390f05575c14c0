import type { Media } from '#domain/kernel/media.ts';
import type { Refusal } from '#projections/sync/protocol.ts';
import type { RequestRefused } from '../transport/http.ts';

/**
 * `queued`: waits for its turn or for the network · `sending`: on its way · `failed`: a try failed, another follows ·
 * `rejected`: a rule refused it, it is not sent again · `needs-consent`: so old that the user is asked first.
 */
export type EntryStatus = 'queued' | 'sending' | 'failed' | 'rejected' | 'needs-consent';

/** Code of the failure of a file whose upload the user cancelled. */
export const CALLED_OFF = 'UPLOAD_CALLED_OFF';

/** A file that is uploaded before its command is sent. It stays here until the command is acknowledged. */
export interface PendingUpload {
  /**
   * Name that stands for the file in the command's `media` (or `picture`); the sent command names the stored file
   * instead.
   */
  readonly name: string;
  readonly file: Blob;
  /** The stored file; absent until it is uploaded. */
  readonly media?: Media | undefined;
  /** Address under which a video that has begun to arrive is resumed, also after a reload. */
  readonly resume?: string | undefined;
  /** How often the server has lost it: each time it is stored under another name. Absent: never. */
  readonly again?: number | undefined;
  /** Share that this tab has sent, 0 to 1; absent before it begins, and never stored. */
  readonly progress?: number | undefined;
  /** Why the last try failed; never stored. */
  readonly failure?: RequestRefused | undefined;
}

/** A command that is not acknowledged yet, as stored over reloads. */
export interface OutboxEntry {
  /** The client's own id of the command, kept over retries and reloads. */
  readonly id: string;
  /** Id of the command on the server: `newId(commandId, 0)` is the id of the first thing that it makes. */
  readonly commandId: string;
  /** User who gave the command; it is never sent as another user. */
  readonly actor: string;
  /** Campus of the site where it was given. */
  readonly campus: string;
  readonly type: string;
  readonly version: number;
  readonly data: Readonly<Record<string, unknown>>;
  /** Stream that it writes to: entries of one target are sent in their order. */
  readonly target: string;
  /** Other streams that its decision reads: it waits for earlier entries that write to them. */
  readonly facts: readonly string[];
  /**
   * Name that it shares with entries which are sent one after the other, in their order (`inOrderWith` of the command). One
   * that is refused holds up no other. Absent: it has none, as those of older releases.
   */
  readonly lane?: string;
  /** Ids of entries that have to take effect first; if one is refused, so is this. */
  readonly after: readonly string[];
  readonly uploads: readonly PendingUpload[];
  /** Sort key in the outbox. */
  readonly order: number;
  /** Milliseconds since 1970 when the user last asked to send it. */
  readonly consentedAt: number;
  readonly status: EntryStatus;
  /** Why it was rejected or could not be sent, else `null`. */
  readonly refusal: Refusal | null;
  /**
   * Whether a command with files has been sent: the server may know its id with this content. Absent until then, and
   * for a command without files.
   */
  readonly isSent?: boolean;
  /** Whether this device could not store it: it is lost with this page. Set only if so. */
  readonly isUnkept?: boolean;
  /**
   * Milliseconds since 1970 before which it is not sent: until then the tab that gave it can take it back. Absent for
   * what is sent at once, and from its first try on.
   */
  readonly sendAt?: number | undefined;
  /**
   * Whether the page gave it by itself, such as a mark that something was seen. Nobody is asked about such an entry, and it is
   * listed only where the server has a fault; one that a rule refuses, or that is old, is gone. Set only if so.
   */
  readonly isUnasked?: boolean;
  /** Failed tries since it was queued. */
  readonly attempts: number;
}

/** A command whose effect is predicted until the documents include it. */
export interface PendingCommand {
  readonly entry: OutboxEntry;
  /** Position of its last event once it is acknowledged, `null` before. */
  readonly acknowledgedAt: string | null;
}

/**
 * Whether a refused command goes without a word: a mark that the page made by itself, and that a rule refuses, makes no sense
 * any more. A fault of the server is said (NOTF-03).
 */
export function goesInSilence({ isUnasked }: Pick<OutboxEntry, 'isUnasked'>, refusal: Refusal): boolean {
  return isUnasked === true && refusal.code !== 'FAULT';
}

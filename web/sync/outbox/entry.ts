import type { Media } from '#domain/kernel/media.ts';
import type { Refusal } from '#projections/sync/protocol.ts';
import type { RequestRefused } from '../transport/http.ts';

/**
 * `queued`: waits for its turn or for the network · `sending`: on its way · `failed`: tried in vain, will be
 * tried again · `rejected`: a rule said no, it will not be sent again · `needs-consent`: so old that the user is asked.
 */
export type EntryStatus = 'queued' | 'sending' | 'failed' | 'rejected' | 'needs-consent';

/** Code of the failure of a file whose upload the user called off. */
export const CALLED_OFF = 'UPLOAD_CALLED_OFF';

/** A file that is uploaded before its command is sent. It stays here until the command is acknowledged. */
export interface PendingUpload {
  /** Name under which the command's `media` (or `picture`) holds its place; what is sent names the stored file. */
  readonly name: string;
  readonly file: Blob;
  /** The stored file; absent while it is not uploaded. */
  readonly media?: Media | undefined;
  /** Part of it that this tab has sent, 0 to 1; absent before it begins, and never stored. */
  readonly progress?: number | undefined;
  /** Why it was not taken at the last try; never stored. */
  readonly failure?: RequestRefused | undefined;
}

/** A command on its way, as it is kept over reloads. */
export interface OutboxEntry {
  /** The client's own id of the command, kept over retries and reloads. */
  readonly id: string;
  /** The id under which it takes effect: `newId(commandId, 0)` is the id of what it makes. */
  readonly commandId: string;
  /** User who gave the command; it is sent in nobody else's name. */
  readonly actor: string;
  /** Campus of the site on which it was given. */
  readonly campus: string;
  readonly type: string;
  readonly version: number;
  readonly data: Readonly<Record<string, unknown>>;
  /** Stream that it writes to: entries of one target are sent in their order. */
  readonly target: string;
  /** Other streams that its decision reads: it waits for earlier entries that write to them. */
  readonly facts: readonly string[];
  /** Ids of entries without which it makes no sense. */
  readonly after: readonly string[];
  readonly uploads: readonly PendingUpload[];
  /** Place in the outbox. */
  readonly order: number;
  /** Milliseconds since 1970 when the user last said that it shall be sent. */
  readonly consentedAt: number;
  readonly status: EntryStatus;
  /** Why it was rejected or could not be sent, else `null`. */
  readonly refusal: Refusal | null;
  /** Whether this device could not keep it: it is lost with this page. Only said where it is so. */
  readonly isUnkept?: boolean;
  /** Tries in vain since it was queued. */
  readonly attempts: number;
}

/** A command whose effect is to be shown before it is seen in the documents. */
export interface PendingCommand {
  readonly entry: OutboxEntry;
  /** Position of its last event once it is acknowledged, `null` before. */
  readonly acknowledgedAt: string | null;
}

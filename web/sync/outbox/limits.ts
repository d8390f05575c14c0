import { UPLOAD_REQUEST_MAX_BYTES } from '#domain/kernel/uploadOverSocket.ts';

/** Numbers of the outbox, each with its unit. */

/** Milliseconds before a command is tried again, at first and at most. */
export const COMMAND_RETRY_FIRST_MS = 1_000;
export const COMMAND_RETRY_MAX_MS = 60_000;
/** Commands of different targets that are sent at once. */
export const COMMANDS_AT_ONCE = 4;
/** Milliseconds for which a command that can be taken back waits while its Undo is under the pointer or has the focus. */
export const UNDO_HELD_MAX_MS = 60_000;
/**
 * Milliseconds by which another tab sends a command later than the tab that gave it, which may have closed: a press on
 * its Undo at the last moment is never too late.
 */
export const OTHER_TAB_LATER_MS = 2_000;
/** Milliseconds after which the user is asked before an unsent command is sent (blueprint §6). */
export const CONSENT_AFTER_MS = 24 * 60 * 60_000;
/**
 * Bytes of one request of an upload: what a cut costs at most, and half of what nginx takes by default. A larger file comes in
 * pieces.
 */
export const PIECE_BYTES = UPLOAD_REQUEST_MAX_BYTES;

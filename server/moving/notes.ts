/** Name, among the reactors' checkpoints, under which the vault keeps the era of its log. */
export const ERA_NOTE = 'era of the log';
/** Beginning of the note of a vault that is only half copied. No era begins so. */
export const HALF_COPIED = 'half copied from ';
/** Note of a vault whose system was moved to other engines. No era is called so. */
export const MOVED_AWAY = 'moved to other engines';

/** Whether a note is of a move, so that no server may start on the vault or note its own era. */
export function isOfMove(note: string | null): boolean {
  return note !== null && (note.startsWith(HALF_COPIED) || note === MOVED_AWAY);
}

/** A vault cannot take part in a move: it belongs to another system, or is in use. */
export class OtherVault extends Error {
  constructor(reason: string) {
    super(`The vault cannot be moved: ${reason}.`);
    this.name = 'OtherVault';
  }
}

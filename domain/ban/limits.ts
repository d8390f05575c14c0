/** Limits of bans, with the unit in the name or the comment. Server and client share them. */

/** Characters of a moderator's note on a ban. */
export const BAN_NOTE_MAX_CHARACTERS = 1_000;
/** Characters of the keyed hash of an address. */
export const ADDRESS_HASH_CHARACTERS = 64;

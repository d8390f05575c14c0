import { conflict, forbidden, invalid, notFound } from '../kernel/rejection.ts';
import { PASSKEY_NAME_MAX_CHARACTERS, PASSKEYS_MAX } from './limits.ts';

/** Refusals about passkeys. */
export const passkeyRejections = {
  PASSKEY_NAME_REQUIRED: invalid('Please give the passkey a name.'),
  PASSKEY_NAME_TOO_LONG: invalid(`The name of a passkey may have at most ${PASSKEY_NAME_MAX_CHARACTERS} characters.`),
  PASSKEY_TOO_MANY: invalid(`An account may have at most ${PASSKEYS_MAX} passkeys. Remove one first.`),
  PASSKEY_TAKEN: conflict('This passkey belongs to an account already.'),
  /** Also of one that was removed, or that belongs to another site. */
  PASSKEY_UNKNOWN: notFound('This passkey opens no account here. Log in another way.'),
  /** The proof is not from this passkey, this site or this browser. */
  PASSKEY_REFUSED: invalid('This passkey was not accepted. Please try again.'),
  /** The challenge was used, or is too old. */
  PASSKEY_OUTDATED: invalid('That took too long. Please try again.'),
  /** Its counter went back. */
  PASSKEY_COPIED: forbidden(
    'Another device may have a copy of this passkey, so it was not accepted. Log in another way, and remove it.',
  ),
};

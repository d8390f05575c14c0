/** Limits of passkeys, with the unit in the name or the comment. Server and client share them. */

/** Passkeys of one user. */
export const PASSKEYS_MAX = 20;
/** Characters of a passkey's name. */
export const PASSKEY_NAME_MAX_CHARACTERS = 60;
/** UTF-16 units of a name as typed; longer ones are refused before any other check. */
export const PASSKEY_NAME_INPUT_MAX_CHARACTERS = 240;
/** Characters of a credential id in base64url: 1,023 bytes (WebAuthn Level 3, §4). */
export const CREDENTIAL_ID_MAX_CHARACTERS = 1_364;

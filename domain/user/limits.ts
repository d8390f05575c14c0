/** Limits of accounts and profiles, with the unit in the name or the comment. Server and client share them. */

/** Characters of a bio (PROF-22). */
export const BIO_MAX_CHARACTERS = 160;
/** UTF-16 units of a bio as typed; longer ones are refused before any other check. */
export const BIO_INPUT_MAX_CHARACTERS = 2_000;
/** Characters of a first or last name (PROF-22). */
export const NAME_PART_MAX_CHARACTERS = 20;
/** Characters of a first or last name at sign-up (AUTH-13). */
export const NAME_PART_MIN_CHARACTERS = 2;
/** Characters of a whole name as typed; longer ones are refused before any other check. */
export const NAME_MAX_CHARACTERS = 200;
/** Earliest graduation year. */
export const GRADUATION_YEAR_MIN = 1950;
/** Years from the present one to the latest graduation year. */
export const GRADUATION_YEARS_AHEAD = 10;
/** Characters of a user name (Q03). */
export const USERNAME_MIN_CHARACTERS = 4;
/** Characters of a user name (SETT-06). */
export const USERNAME_MAX_CHARACTERS = 50;
/** Characters of a password (AUTH-14, SETT-07). */
export const PASSWORD_MIN_CHARACTERS = 6;
/** Characters of a password (AUTH-11). */
export const PASSWORD_MAX_CHARACTERS = 30;
/** Bytes of a password: bcrypt ignores the rest. */
export const PASSWORD_MAX_BYTES = 72;
/** Characters of an e-mail address (RFC 5321 §4.5.3.1.3). */
export const EMAIL_MAX_CHARACTERS = 254;
/** Characters before the @ (RFC 5321 §4.5.3.1.1). */
export const EMAIL_LOCAL_MAX_CHARACTERS = 64;
/** Smallest and largest verification code (VERF-04). */
export const CODE_MIN = 1_000;
export const CODE_MAX = 9_999;
/** Hours that a verification code is valid (VERF-04). */
export const CODE_VALID_HOURS = 2;
/** Wrong answers that void a code (Q15). */
export const CODE_MAX_WRONG_ANSWERS = 5;
/** Seconds between two codes (Q15). */
export const CODE_RESEND_SECONDS = 30;
/** Codes mailed to one user in an hour (Q15). */
export const CODES_PER_HOUR = 5;
/** Characters of Google's id of an account (OpenID Connect Core 1.0 §2, `sub`). */
export const GOOGLE_ID_MAX_CHARACTERS = 255;
/** Changes of the e-mail address of an account that has not confirmed one: each of them has a mail sent to a stranger, maybe. */
export const UNCONFIRMED_EMAIL_CHANGES_MAX = 5;
/** Hours for which an unconfirmed account reserves its e-mail address. */
export const UNCONFIRMED_HOLD_HOURS = 2;
/** Minutes that a mailed link is valid (AUTH-24, AUTH-27). */
export const LINK_VALID_MINUTES = 60;
/** Seconds between two links to one mailbox, as between codes (Q15). */
export const LINK_RESEND_SECONDS = CODE_RESEND_SECONDS;

/** Limits of settings, with the unit in the name or the comment. Server and client share them. */

/** Characters of a phone number as typed (SETT-09). */
export const PHONE_MAX_CHARACTERS = 20;
/** First and last year of birth that can be chosen (SETT-11). */
export const BIRTH_YEAR_MIN = 1970;
export const BIRTH_YEAR_MAX = 2021;
/** Years of age from which on a person may use Quad (AUTH-35, Q14). */
export const MIN_AGE_YEARS = 16;

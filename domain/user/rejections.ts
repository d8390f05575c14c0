import { conflict, forbidden, gone, invalid, notFound, tooMany, unauthenticated } from '../kernel/rejection.ts';
import {
  BIO_MAX_CHARACTERS,
  CODES_PER_HOUR,
  GRADUATION_YEAR_MIN,
  NAME_PART_MAX_CHARACTERS,
  PASSWORD_MAX_BYTES,
  PASSWORD_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
  UNCONFIRMED_EMAIL_CHANGES_MAX,
} from './limits.ts';

/** Refusals about an account. Placeholders in braces are filled from the rejection's data. */
export const userRejections = {
  // Signing up (AUTH-13, AUTH-14)
  EMAIL_REQUIRED: invalid('Email is required.'),
  /** In the form, while typing (AUTH-06). */
  EMAIL_INVALID: invalid('Invalid email address!'),
  /** The server's answer to a registration or login (AUTH-09, AUTH-14). */
  EMAIL_REFUSED: invalid('Invalid email address.'),
  EMAIL_TAKEN: conflict('Email has already been taken.'),
  NAME_REQUIRED: invalid('Name is required.'),
  NAME_CHARACTERS: invalid('Your Name is Invalid.'),
  NAME_FIRST_SHORT: invalid('Name is Invalid'),
  NAME_LAST_MISSING: invalid('Full name is required'),
  NAME_PART_TOO_LONG: invalid(`First and last name may have at most ${NAME_PART_MAX_CHARACTERS} characters each.`),
  USERNAME_TAKEN: conflict('That username has been taken.'),
  // Changing it (SETT-06)
  USERNAME_REQUIRED: invalid('Username is required.'),
  /** Shown below 4 characters; 4 are accepted (Q03). */
  USERNAME_TOO_SHORT: invalid('Must be longer than 4 characters.'),
  USERNAME_CHARACTERS: invalid('Only letters, numbers, _ and -'),
  PASSWORD_REQUIRED: invalid('Password is required.'),
  PASSWORD_TOO_SHORT: invalid('Password too short.'),
  PASSWORD_TOO_LONG: invalid(`A password may have at most ${PASSWORD_MAX_CHARACTERS} characters.`),
  PASSWORD_TOO_MANY_BYTES: invalid(
    `This password is too long for its kind of characters: it may have at most ${PASSWORD_MAX_BYTES} bytes.`,
  ),
  /** It was changed while it was being checked; the same as for a wrong one (AUTH-09). */
  PASSWORD_OUTDATED: unauthenticated('Wrong password!'),
  PASSWORD_COMMON: invalid('Too many people use this password. Please choose one that is harder to guess.'),
  PASSWORD_CHARACTERS: invalid('A password may not contain control characters.'),

  // Signing in with Google (AUTH-19)
  /** Google or we are out of order for the moment. */
  GOOGLE_FAILED: invalid('Error Signing In with Google.'),
  /** The browser reaches nobody. */
  GOOGLE_NETWORK: invalid('Network error. Please check your connection'),
  /** The window was closed, or Google was answered with a no. */
  GOOGLE_CANCELLED: invalid('Error: Sign-in process was canceled'),
  /** The address belongs to an account that another Google account opens. */
  GOOGLE_OTHER_CREDENTIALS: conflict('Error: Account already exists with different credentials'),
  /** Google's answer is not to the question of this browser, is too old, or is not Google's. */
  GOOGLE_INVALID: invalid('Error: Invalid credentials'),
  /** The account was deleted meanwhile. */
  GOOGLE_DISABLED: gone('Error: That account has been disabled'),
  /** Google named no confirmed e-mail address. */
  GOOGLE_NO_EMAIL: invalid('Error: User email not found'),
  /** Google could not make sure who it is. */
  GOOGLE_PASSWORD: invalid('Error: Incorrect password'),
  GOOGLE_UNKNOWN: invalid('Unknown Error Signing In with Google'),
  /** Unlinking it would leave no way in. */
  GOOGLE_ONLY_WAY_IN: conflict('Please set a password first: without one, Google is your way in.'),

  // Changing the password (SETT-07)
  PASSWORD_CURRENT_REQUIRED: invalid('Current password required'),
  PASSWORD_NEW_REQUIRED: invalid('Please enter a new password'),
  PASSWORD_REPEAT_REQUIRED: invalid('Must re-enter new password'),
  PASSWORD_REPEAT_DIFFERS: invalid('Passwords do not match'),
  PASSWORD_NEW_TOO_SHORT: invalid(`Passwords must be ${PASSWORD_MIN_CHARACTERS}+ characters`),
  PASSWORD_CURRENT_WRONG: forbidden('Invalid password.'),

  // Confirming an address, joining a campus (VERF-02, VERF-03, VERF-11, Q15, Q18)
  CODE_REQUIRED: invalid('Please enter verification code'),
  CODE_WRONG: invalid('Your code was incorrect. Please try again.'),
  CODE_TOO_SOON: tooMany('Please wait {seconds} seconds before asking for another code.'),
  CODE_TOO_MANY: tooMany(`${CODES_PER_HOUR} codes were sent within an hour. Please try again in {minutes} minutes.`),
  EMAIL_CHANGES_USED_UP: tooMany(
    `The address was changed ${UNCONFIRMED_EMAIL_CHANGES_MAX} times already. Please log out and sign up again.`,
  ),
  EMAIL_ALREADY_CONFIRMED: invalid('Your email address is already confirmed.'),
  SCHOOL_EMAIL_REQUIRED: invalid('Enter a new school email'),
  SCHOOL_EMAIL_INVALID: invalid('Enter a valid school email'),
  SCHOOL_EMAIL_NOT_CONFIRMED: invalid('This is not your confirmed email address. Please ask for a code instead.'),
  // Changing the account's address (SETT-08)
  EMAIL_UNCHANGED: invalid('Enter a new email'),
  EMAIL_TAKEN_BY_OTHER: conflict('That email is taken.'),
  EMAIL_TAKEN_SCHOOL: conflict('That email is taken.'),

  // Links in mails (AUTH-10, AUTH-23, AUTH-27)
  /** No link, an old or used one, or one that was mailed to another address. */
  LINK_WRONG: invalid('Failed: Wrong Email.'),
  LINK_TOO_SOON: tooMany('Please wait {seconds} seconds before asking for another link.'),
  LINK_TOO_MANY: tooMany('Too many links were asked for. Please try again in an hour.'),
  /** The address has no account yet, and no name came with its link. */
  LINK_WITHOUT_ACCOUNT: notFound('There is no account with this email yet. Please sign up.'),
  RESET_USER_UNKNOWN: notFound('User not found, try again!'),

  // Profile (PROF-16, PROF-22, Q80)
  GRADUATION_YEAR: invalid(`Please choose a year from ${GRADUATION_YEAR_MIN} to {latest}.`),
  BIO_REQUIRED: invalid('Please write a few words about yourself.'),
  BIO_TOO_LONG: invalid(`A bio may have at most ${BIO_MAX_CHARACTERS} characters.`),

  /** PROF-27; the dialog's title is PROFILE_INCOMPLETE_TITLE. */
  PROFILE_INCOMPLETE: forbidden('Please pick a profile picture and add a bio before posting.'),

  /** Answer to a search for a profile (PROF-01); a profile that the viewer may not see gets the same. */
  PERSON_UNKNOWN: notFound("Hmm...this page doesn't exist. Try searching for something else."),
  USER_UNKNOWN: notFound('That account does not exist.'),
  USER_ERASED: gone('That account no longer exists.'),
};

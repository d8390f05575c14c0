import { expect, it } from '@jest/globals';
import { PROFILE_PAGE_POSTS } from '#domain/post/limits.ts';
import { SAVED_PAGE_POSTS } from '#domain/save/limits.ts';
import {
  PASSWORD_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
  UNCONFIRMED_HOLD_HOURS,
  USERNAME_MAX_CHARACTERS,
} from '#domain/user/limits.ts';

/** Other tests take these numbers from where they stand, so none of them notices another number. */
it.each([
  ['characters of a password at least (AUTH-14)', PASSWORD_MIN_CHARACTERS, 6],
  ['characters of a password at most (AUTH-11)', PASSWORD_MAX_CHARACTERS, 30],
  ['characters of a user name at most (SETT-06)', USERNAME_MAX_CHARACTERS, 50],
  ['hours that an unconfirmed account reserves its address', UNCONFIRMED_HOLD_HOURS, 2],
  ['posts in a page of the saved list (SAVE-06)', SAVED_PAGE_POSTS, 10],
  ['posts in a page of a profile (PROF-03)', PROFILE_PAGE_POSTS, 10],
])('%s are the number of the specification', (_what, is, specified) => {
  expect(is).toBe(specified);
});

import { expect, it } from '@jest/globals';
import {
  AD_DEFAULT_DAYS,
  AD_MAX_DAYS,
  AD_MIN_DAYS,
  AD_TITLE_MAX_CHARACTERS,
  AD_WEBSITE_MAX_CHARACTERS,
} from '#domain/ad/limits.ts';
import { CHAT_PAGE_MESSAGES } from '#domain/message/limits.ts';
import { NOTIFICATIONS_PAGE } from '#domain/notification/limits.ts';
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
  ['messages in a page of a conversation [CHAT-05 in part]', CHAT_PAGE_MESSAGES, 15],
  ['notifications in a page of the list [NOTF-01 in part]', NOTIFICATIONS_PAGE, 15],
  ['days of an ad at least [BOOST-04 in part]', AD_MIN_DAYS, 1],
  ['days of an ad unless another number is chosen [BOOST-04 in part]', AD_DEFAULT_DAYS, 4],
  ['days of an ad at most [BOOST-04 in part]', AD_MAX_DAYS, 30],
  ['characters of the title of an ad [BOOST-25 in part] [DATA-07 in part]', AD_TITLE_MAX_CHARACTERS, 50],
  ['characters of the website of an ad [BOOST-07 in part]', AD_WEBSITE_MAX_CHARACTERS, 50],
])('%s are the number of the specification', (_what, is, specified) => {
  expect(is).toBe(specified);
});

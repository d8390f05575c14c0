/** Limits of ads, with the unit in the name or the comment. Server and client share them. */

/** Characters of an ad's title (BOOST-25). */
export const AD_TITLE_MAX_CHARACTERS = 50;
/** Characters of the address of an ad's website, as it is typed (BOOST-07). */
export const AD_WEBSITE_MAX_CHARACTERS = 50;
/** Characters of a button's label; longer ones are refused before any other check. */
export const AD_LABEL_MAX_CHARACTERS = 30;
/** Price of a day, in cents (BOOST-05). */
export const AD_CENTS_PER_DAY = 500;
/** Days for which an ad can run: the ends of the slider, and its start (BOOST-04). */
export const AD_MIN_DAYS = 1;
export const AD_MAX_DAYS = 30;
export const AD_DEFAULT_DAYS = 4;
/** Milliseconds before the end of a paid day at which the next one is charged, so that an ad runs on without a gap (Q58). */
export const RENEW_BEFORE_MS = 60_000;
/**
 * Resumptions of one person in any 24 hours: each of an ad whose card is refused runs for the moments until its bank has said
 * no again, and is another ask to that bank.
 */
export const RESUMPTIONS_PER_DAY = 100;
/** Characters of the key of a charge. */
export const RENEWAL_KEY_MAX_CHARACTERS = 100;
/** Days ahead for which moderators may schedule an ad. */
export const SCHEDULE_MAX_DAYS = 30;
/** Minutes of a day. */
export const MINUTES_PER_DAY = 1_440;
/** Milliseconds of a minute. */
export const MS_PER_MINUTE = 60_000;
/** Hours after which an ad that was not paid is removed (Q61). */
export const UNPAID_HOURS = 24;
/** Hours between two postings of what a running ad has spent. Until the next one, what it spends is computed. */
export const CHARGE_EVERY_HOURS = 24;
/** Ads in one page of the list (decisions D36). */
export const ADS_PAGE = 10;
/** Payments in one page of the list (SETT-14). */
export const PAYMENTS_PAGE = 20;
/**
 * Running ads that a feed gets at once: the limit of FEED-10. Of more, each page has a few that follow each other in the order,
 * and asks for the next as its reader goes on: so a feed costs the same however many run.
 */
export const SPONSORED_ADS = 6;
/** Slots of one feed for which ads are dealt: nobody reads as far as that. */
export const SLOTS_MAX = 100_000;
/** Organic posts before each sponsored one (FEED-09). */
export const ORGANIC_PER_SLOT = 4;
/** Characters of an id that the payment provider gives. */
export const PROVIDER_ID_MAX_CHARACTERS = 255;

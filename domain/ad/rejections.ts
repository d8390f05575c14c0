import { conflict, forbidden, gone, invalid, notFound } from '../kernel/rejection.ts';

/** Refusals about ads. */
export const adRejections = {
  AD_UNKNOWN: notFound('Ad not found'),
  AD_DELETED: gone('Sorry, that ad has been deleted.'),
  NOT_YOUR_AD: forbidden('You can only change your own ads.'),
  ALREADY_BOOSTED: conflict('This post is already boosted'),
  AD_POST_SOLD: conflict('What is sold cannot be boosted.'),
  AD_NOT_ACTIVE: conflict('Only active ads can be paused'),
  AD_NOT_PAUSED: conflict('Only paused ads can be resumed'),
  AD_STOPPED: conflict('This ad is stopped already.'),
  AD_NOT_RUNNING: conflict('Only active and paused ads can be stopped'),
  AD_STILL_RUNS: conflict('The time of this ad is not over.'),
  AD_NOT_HELD: conflict('This ad is not in review.'),
  AD_NOT_REVIEWABLE: conflict('Only ads that run, are paused or scheduled can be reviewed.'),
  AD_START_INVALID: invalid('Choose a time in the next 30 days.'),
  AD_NOT_OPEN_ENDED: conflict('This ad does not run until it is paused.'),
  AD_NOT_UNPAID: conflict('This ad does not wait for a payment.'),
  AD_NOT_PAID_FOR: conflict('No such payment was made for this ad.'),
  CHECKOUT_FAILED: conflict('Something Went Wrong. Please logout and try again.'),
  NOTICE_FORGED: invalid('The signature of this message is not good.'),
  WEBSITE_REQUIRED: invalid('Website is required.'),
  WEBSITE_INVALID: invalid('Website URL must have https & www.'),
  LABEL_REQUIRED: invalid('Button label is required.'),
  AD_TITLE_REQUIRED: invalid('A title is required.'),
};

import { RESUMPTIONS_PER_DAY } from '#domain/ad/limits.ts';
import { formatCents, movedOf } from '#domain/kernel/money.ts';
import { reveal } from '#domain/kernel/personal.ts';
import { ads } from '#projections/ad/collections.ts';
import { perDay } from '../fairness/rate.ts';
import { defineServerNoun } from '../noun.ts';
import { PAYMENT_NOTICES_PATH } from '../ports/payments.ts';
import { endsWith } from '../reactors/dependents.ts';
import { dealRoutes } from './dealRoutes.ts';
import { lookBackDeadline } from './lookBack.ts';
import { createAdReactor } from './reactor.ts';
import { renewalsDeadline } from './renewals.ts';
import { adRoutes } from './routes.ts';
import { askingDeadline, chargeSweep, endsDeadline, startsDeadline, unpaidSweep } from './sweeps.ts';

const LOOKED_AT = 'Which moderators looked at your ad. What came of it stands beside the ad.';

/** Ads: bought at the provider of payments, run by the house. */
export const adNoun = defineServerNoun({
  name: 'ad',
  routes: (parts) => [adRoutes(parts), dealRoutes(parts)],
  signedPaths: [PAYMENT_NOTICES_PATH],
  rates: [{ name: 'resumptions', commands: ['ResumeAd'], rate: perDay(RESUMPTIONS_PER_DAY) }],
  reactors: { ads: createAdReactor },
  sweeps: [chargeSweep, unpaidSweep],
  deadlines: [endsDeadline, startsDeadline, askingDeadline, renewalsDeadline, lookBackDeadline],
  archive: {
    AdCreated: ({ data }) => ({
      what: `You began to boost a post for ${formatCents(data.amountBudgeted)}`,
      text: [reveal(data.title), reveal(data.website)].filter((each) => each !== null).join(', '),
    }),
    CheckoutOpened: () => ({ what: 'A page for the payment of your ad was opened' }),
    AdRemoved: () => ({ what: 'An ad that was not paid was removed' }),
    AdPaid: ({ data }) => ({ what: `You paid ${formatCents(-movedOf(data.legs, 'provider'))} for an ad` }),
    AdActivated: () => ({ what: 'Your ad began to run' }),
    AdCharged: ({ data }) => ({ what: `Your ad had spent ${formatCents(movedOf(data.legs, 'spent'))} more` }),
    AdPaused: () => ({ what: 'Your ad was paused' }),
    AdResumed: () => ({ what: 'Your ad was resumed' }),
    AdStopped: () => ({ what: 'Your ad was stopped' }),
    AdCompleted: () => ({ what: 'Your ad had run for all of its time' }),
    AdMadeOpenEnded: () => ({ what: 'Your ad is to run until you pause it' }),
    RenewalBegun: () => ({ what: 'Another day of your ad was about to be charged' }),
    AdRenewed: ({ data }) => ({
      what: `You paid ${formatCents(-movedOf(data.legs, 'provider'))} for another day of an ad`,
    }),
    RenewalFailed: () => ({ what: 'Another day of your ad could not be charged' }),
    AdReviewBegun: { withheld: LOOKED_AT },
    AdScheduled: { withheld: LOOKED_AT },
    AdApproved: { withheld: LOOKED_AT },
    AdRejected: { withheld: LOOKED_AT },
    AdRenamed: ({ data }) => ({ what: 'You gave an ad another title', text: reveal(data.title) }),
    AdRefunded: ({ data }) => ({ what: `You got ${formatCents(movedOf(data.legs, 'provider'))} back for an ad` }),
  },
  dependents: [
    endsWith('post', ads, 'ofPost', ({ id: adId }, postId) => ({ type: 'EndAdOfPost', data: { postId, adId } })),
  ],
});

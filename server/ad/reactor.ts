import { adsFact } from '#domain/ad/state.ts';
import { postFact } from '#domain/post/state.ts';
import { createAnswer, type Later, type Reactor, type RecordedNamed } from '../reactors/reactor.ts';
import type { ReactorParts } from '../reactors/reactorParts.ts';
import { settlePayment } from './settlePayment.ts';

/** After these an ad may have pages on which nobody is to pay. */
type PageEvent = 'AdRemoved' | 'AdPaid' | 'CheckoutOpened';
/** By these an ad begins to wait or to run, while its post may be sold or deleted. */
type BeginEvent = 'AdCreated' | 'AdActivated' | 'AdResumed' | 'AdApproved';

/**
 * What follows for ads: they pause when their post is sold, end with a post that was being deleted as they began, and the
 * pages of one that was given up, or is paid, are closed, so that nobody pays there (decisions D55).
 */
export function createAdReactor(parts: Pick<ReactorParts, 'dispatcher' | 'payments' | 'logger'>): Reactor {
  const { dispatcher, payments, logger } = parts;
  const answer = createAnswer('ads', dispatcher, logger);

  async function begun(event: RecordedNamed<BeginEvent>): Promise<void> {
    const { postId, adId } = event.data;
    const { deleted, sale } = await dispatcher.stateOf(postFact(postId));
    if (deleted) await answer(event, adId, { type: 'EndAdOfPost', data: { postId, adId } });
    else if (sale === 'sold') await answer(event, adId, { type: 'PauseAdOfSold', data: { postId } });
  }

  /** Closes what pages an ad has, unless it waits for its payment. */
  async function closePages({ data: { postId, adId } }: RecordedNamed<PageEvent>): Promise<Later | undefined> {
    if (payments === null) return undefined;
    const ad = (await dispatcher.stateOf(adsFact(postId))).ads[adId];
    if (ad === undefined || ad.status === 'checkout') return undefined;
    const sessions = Object.entries(ad.sessions).filter(([, { paid }]) => paid === null);
    if (sessions.length === 0) return undefined;
    return async () => {
      for (const [session] of sessions) {
        await payments.close(session);
        // Somebody may have paid at the last moment.
        const found = await payments.find(session);
        if (found !== null) await settlePayment(found, parts);
      }
    };
  }

  return {
    name: 'ads',
    on: {
      AdCreated: begun,
      AdActivated: begun,
      AdResumed: begun,
      AdApproved: begun,
      AdRemoved: closePages,
      // A page may be opened while its ad is given up, or paid on another one.
      AdPaid: closePages,
      CheckoutOpened: closePages,
      async PostSaleChanged(event) {
        const { postId, sale } = event.data;
        if (sale === 'sold') await answer(event, postId, { type: 'PauseAdOfSold', data: { postId } });
      },
    },
  };
}

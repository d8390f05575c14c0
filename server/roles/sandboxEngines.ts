import { join } from 'node:path';
import { CURRENCY } from '#domain/kernel/money.ts';
import { createBooks } from '../engines/payments/sandboxBooks.ts';
import { spaced, TEST_CARDS } from '../engines/payments/sandboxCards.ts';
import { createSandboxSessions } from '../engines/payments/sandboxSessions.ts';
import { fileStore, SANDBOX_FILE } from '../engines/payments/sandboxStore.ts';

const MS_PER_SECOND = 1_000;
const HOUR_SECONDS = 3_600;
/** A site that nobody has to be sent back to. */
const SITE = 'http://localhost';

export { spaced, TEST_CARDS };

/** A payment that is made for the demo. */
export interface SandboxAsk {
  readonly postId: string;
  readonly adId: string;
  readonly cents: number;
  readonly keepsCard: boolean;
  readonly at: Date;
}

/** Pays at the sandbox of a data folder, so that it knows of the demo's payments as of all later ones. */
export function payAtSandbox(dataDir: string): (ask: SandboxAsk) => { session: string; payment: string | null } {
  let now = new Date();
  const sessions = createSandboxSessions(createBooks(() => now, fileStore(join(dataDir, SANDBOX_FILE))));
  return ({ postId, adId, cents, keepsCard, at }) => {
    now = at;
    const expires = Math.floor(at.getTime() / MS_PER_SECOND) + HOUR_SECONDS;
    const opened = sessions.open(
      {
        mode: 'payment',
        success_url: SITE,
        cancel_url: SITE,
        expires_at: String(expires),
        metadata: { postId, adId },
        ...(keepsCard ? { payment_intent_data: { setup_future_usage: 'off_session' } } : {}),
        line_items: [
          {
            quantity: '1',
            price_data: { currency: CURRENCY, unit_amount: String(cents), product_data: { name: 'Boost Post' } },
          },
        ],
      },
      `demo:${adId}`,
      SITE,
    );
    if (opened === 'other request') throw new Error(`The ad ${adId} has another payment at the sandbox.`);
    const paid = sessions.pay(opened.id, TEST_CARDS.success, true);
    if (paid.kind !== 'paid') throw new Error(`The sandbox did not take the payment of the ad ${adId}.`);
    return { session: opened.id, payment: paid.session.payment_intent?.id ?? null };
  };
}

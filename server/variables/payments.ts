import { defineSetting, matching } from './setting.ts';

/** The account at Stripe. */
export interface PaymentsPart {
  /** `null`: a sandbox on a development machine, and nothing to pay for in production. */
  readonly stripe: { readonly apiKey: string; readonly webhookSecret: string } | null;
}

/** An operator's variables of payments. */
export const paymentsSetting = defineSetting({
  variables: {
    STRIPE_SECRET_KEY: {
      schema: matching(/^[rs]k_\w+$/),
      takes: 'a secret key of Stripe, such as sk_live_…',
      secret: true,
    },
    STRIPE_WEBHOOK_SECRET: {
      schema: matching(/^whsec_\w+$/),
      takes: 'the signing secret of its webhook, such as whsec_…',
      secret: true,
    },
  },
  table: [
    {
      names: ['STRIPE_SECRET_KEY'],
      default: '–',
      says: 'key of Stripe; without it a sandbox takes test cards (development), and nobody can boost a post (production)',
    },
    {
      names: ['STRIPE_WEBHOOK_SECRET'],
      default: '–',
      says: "signing secret of Stripe's webhook to `/api/payments/notices`; set together with the key",
    },
  ],
  together: {
    names: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
    why: 'payments need a key and the secret of the webhook',
  },
  read({ STRIPE_SECRET_KEY: apiKey, STRIPE_WEBHOOK_SECRET: webhookSecret }): PaymentsPart {
    return { stripe: apiKey === undefined || webhookSecret === undefined ? null : { apiKey, webhookSecret } };
  },
});

import type { Sabotage } from '../sabotage.ts';

/** Faults with money: a cent that is charged, posted or owed once too often, or never. */
export const money: readonly Sabotage[] = [
  {
    name: 'unpaid-ad-runs',
    says: 'an ad runs once the provider has a page for it, whether anybody has paid there or not',
    edits: [
      {
        file: 'server/ad/settlePayment.ts',
        original: 'if (of === null || !isPaid) return;',
        broken: 'if (of === null) return;',
      },
    ],
    foundBy: { simulate: { promise: 'money', seed: 11 } },
  },
  {
    name: 'payment-posted-twice',
    says: 'a message of the provider that comes twice is posted twice',
    edits: [
      {
        file: 'domain/ad/houseDecisions.ts',
        original: 'if ((ad.sessions[session]?.paid ?? null) !== null) return accept();',
        broken: '',
      },
    ],
    foundBy: { simulate: { promise: 'money', seed: 4 } },
  },
  {
    name: 'charged-under-another-key',
    says: 'a charge whose outcome is not known is asked for again under another key',
    edits: [
      {
        file: 'server/ad/renewals.ts',
        original: 'description: DESCRIPTION, key, isQuestion },',
        broken: 'description: DESCRIPTION, key: [key, now.getTime()].join(), isQuestion },',
      },
    ],
    foundBy: { simulate: { promise: 'money', seed: 25 } },
  },
  {
    name: 'paid-page-not-asked-about',
    says: 'nobody asks the provider about a page of which no message came',
    edits: [
      {
        file: 'server/ad/sweeps.ts',
        original: 'const found = await payments.find(session);',
        broken: 'const found = null;',
      },
    ],
    foundBy: { simulate: { promise: 'money', seed: 81 } },
  },
  {
    name: 'two-pages-of-one-ad',
    says: 'two requests at once open two pages of one ad, and both can be paid',
    edits: [
      {
        file: 'server/ad/checkout.ts',
        original: 'idempotencyKey: `checkout:',
        broken: 'idempotencyKey: randomUUID() + `checkout:',
      },
      {
        file: 'server/ad/checkout.ts',
        original: 'return (await pageInstead(session, place, parts)) ?? url;',
        broken: 'void pageInstead; return url;',
      },
    ],
    foundBy: { simulate: { promise: 'money', seed: 13 } },
  },
  {
    name: 'stopped-a-minute-late',
    says: 'an ad that is stopped pays for a minute that it did not run',
    edits: [
      {
        file: 'domain/ad/settling.ts',
        original: 'data: { ...ad.place, cause, stoppedAt: now, ...settle(ad, now) }',
        broken: 'data: { ...ad.place, cause, stoppedAt: now, ...settle(ad, after(now, 60_000)) }',
      },
    ],
    foundBy: { simulate: { promise: 'rules', seed: 4 } },
  },
  {
    name: 'ads-never-end',
    says: 'an ad goes on after the time that was paid',
    edits: [
      {
        file: 'server/ad/sweeps.ts',
        original: "if (!ad.runUntilPaused) await give('EndAd'",
        broken: "if (ad.runUntilPaused) await give('EndAd'",
      },
    ],
    foundBy: { simulate: { promise: 'money', seed: 17 } },
  },
  {
    name: 'refund-forgotten',
    says: 'what the provider has given back stays in the funds',
    edits: [
      {
        file: 'server/ad/settlePayment.ts',
        original: "if (refunded > 0) await give('RecordRefund', { ...of, session, refundedTotal: refunded }, campus);",
        broken: '',
      },
    ],
    foundBy: {
      simulate: { promise: 'money', seed: 4 },
      crash: { as: /cents were given back, 0 by the log/, kills: 3, isSlow: true },
    },
  },
  {
    name: 'refund-not-asked-about',
    says: 'nobody asks the provider what it has given back, so that a lost message leaves the money in the funds',
    edits: [
      {
        file: 'server/ad/lookBack.ts',
        original: 'if (payments === null || isSoon) return;',
        broken: 'if (payments === null || isSoon || last === null) return;',
      },
    ],
    foundBy: { simulate: { promise: 'money', seed: 20 } },
  },
];

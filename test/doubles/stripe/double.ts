import type { Double } from '../double.ts';
import { installStripeMock, MOCK } from './install.ts';
import { startStripeMock } from './startStripeMock.ts';

/** The published API of Stripe, as stripe-mock has it. */
export const stripeDouble: Double = {
  adapter: 'Stripe',
  async prepare() {
    const isNamed = process.env.STRIPE_MOCK_URL !== undefined;
    const missing = isNamed ? null : installStripeMock();
    if (missing !== null) return missing;
    const mock = await startStripeMock();
    if ('skipped' in mock) return mock;
    try {
      const answer = await fetch(`${mock.url}/v1/refunds`, { headers: { authorization: 'Bearer sk_test_123' } });
      if (!answer.ok) throw new Error(`stripe-mock at ${mock.url} answers ${answer.status}: ${await answer.text()}`);
      const whose = isNamed ? 'the one that STRIPE_MOCK_URL names' : `${MOCK.version}, API ${MOCK.api}`;
      return { verifiedAgainst: `stripe-mock, ${whose}` };
    } finally {
      await mock.dispose();
    }
  },
};

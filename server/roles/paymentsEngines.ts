import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { PAYMENT_NOTICES_PATH } from '../http/signedBodies.ts';
import type { Logger } from '../observability/logging.ts';
import type { Payments } from '../ports/payments.ts';
import type { Closing } from './closing.ts';

const SECRET_BYTES = 32;

/**
 * The provider of payments; `null`: nothing can be paid for. Without a key a development machine has a sandbox of its own,
 * and production nothing. SDK and sandbox are in memory only once somebody pays.
 */
export function openPayments(
  { stripe, environment, dataDir }: Pick<Config, 'stripe' | 'environment' | 'dataDir'>,
  parts: { readonly clock: () => Date; readonly logger: Pick<Logger, 'warn'>; readonly closing: Pick<Closing, 'add'> },
): Payments | null {
  if (stripe === null && environment === 'production') return null;
  let opened: Promise<{ readonly payments: Payments; end(): Promise<void> }> | null = null;
  const open = async () => {
    const { clock, logger } = parts;
    const { createStripePayments } = await import('../engines/payments/stripe.ts');
    if (stripe !== null) {
      return { payments: createStripePayments({ ...stripe, at: null, clock }), end: async () => undefined };
    }
    const { startSandbox } = await import('../engines/payments/sandbox.ts');
    const { fileStore, SANDBOX_FILE } = await import('../engines/payments/sandboxStore.ts');
    const secret = (prefix: string) => `${prefix}_${randomBytes(SECRET_BYTES).toString('hex')}`;
    const keys = { apiKey: secret('sk_test'), webhookSecret: secret('whsec') };
    const onUndelivered = (error: unknown) => logger.warn({ err: error }, 'The sandbox could not deliver a message.');
    const { at, close } = await startSandbox({
      ...keys,
      clock,
      store: fileStore(join(dataDir, SANDBOX_FILE)),
      webhookPath: PAYMENT_NOTICES_PATH,
      onUndelivered,
    });
    return { payments: createStripePayments({ ...keys, at, clock }), end: close };
  };
  const ready = async () => {
    opened ??= open();
    return (await opened).payments;
  };
  parts.closing.add('payment provider', async () => (await opened)?.end());
  return {
    open: async (ask) => (await ready()).open(ask),
    find: async (session) => (await ready()).find(session),
    findByPayment: async (payment) => (await ready()).findByPayment(payment),
    charge: async (ask) => (await ready()).charge(ask),
    findLater: async (payment) => (await ready()).findLater(payment),
    got: async function* () {
      yield* (await ready()).got();
    },
    close: async (session) => (await ready()).close(session),
    read: async (body, signature) => (await ready()).read(body, signature),
  };
}

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { fileStore, readOnlyStore, SANDBOX_FILE, type SandboxStore } from '../engines/payments/sandboxStore.ts';
import type { Logger } from '../observability/logging.ts';
import { PAYMENT_NOTICES_PATH, type Payments } from '../ports/payments.ts';
import type { Closing } from './closing.ts';

const SECRET_BYTES = 32;

/** A provider that is open. */
interface Opened {
  readonly payments: Payments;
  end(): Promise<void>;
}

/** A sandbox with keys of its own, and the SDK that talks to it. */
async function openSandbox(
  store: SandboxStore,
  options: { readonly clock: () => Date; readonly onUndelivered: (error: unknown) => void },
): Promise<Opened> {
  const { startSandbox } = await import('../engines/payments/sandbox.ts');
  const { createStripePayments } = await import('../engines/payments/stripe.ts');
  const secret = (prefix: string) => `${prefix}_${randomBytes(SECRET_BYTES).toString('hex')}`;
  const keys = { apiKey: secret('sk_test'), webhookSecret: secret('whsec') };
  const { at, close } = await startSandbox({ ...keys, ...options, store, webhookPath: PAYMENT_NOTICES_PATH });
  return { payments: createStripePayments({ ...keys, at, clock: options.clock }), end: close };
}

/** The provider, to be asked beside a running server: nothing is changed there. The sandbox answers from its file. */
export async function openProviderBeside({
  stripe,
  dataDir,
}: Pick<Config, 'stripe' | 'dataDir'>): Promise<Opened & { readonly name: string }> {
  const clock = () => new Date();
  if (stripe !== null) {
    const { createStripePayments } = await import('../engines/payments/stripe.ts');
    return {
      payments: createStripePayments({ ...stripe, at: null, clock }),
      end: async () => undefined,
      name: 'Stripe',
    };
  }
  const options = { clock, onUndelivered: () => undefined };
  return { ...(await openSandbox(readOnlyStore(join(dataDir, SANDBOX_FILE)), options)), name: 'sandbox' };
}

/**
 * The provider of payments; `null`: nothing can be paid for. Without a key a development machine has a sandbox of its own,
 * and production nothing. SDK and sandbox are in memory only once somebody pays.
 */
export function openPayments(
  { stripe, environment, dataDir }: Pick<Config, 'stripe' | 'environment' | 'dataDir'>,
  parts: { readonly clock: () => Date; readonly logger: Pick<Logger, 'warn'>; readonly closing: Pick<Closing, 'add'> },
): Payments | null {
  if (stripe === null && environment === 'production') return null;
  let opened: Promise<Opened> | null = null;
  const open = async (): Promise<Opened> => {
    const { clock, logger } = parts;
    if (stripe !== null) {
      const { createStripePayments } = await import('../engines/payments/stripe.ts');
      return { payments: createStripePayments({ ...stripe, at: null, clock }), end: async () => undefined };
    }
    return openSandbox(fileStore(join(dataDir, SANDBOX_FILE)), {
      clock,
      onUndelivered: (error) => logger.warn({ err: error }, 'The sandbox could not deliver a message.'),
    });
  };
  const ready = async () => {
    opened ??= open();
    const opening = opened;
    try {
      return (await opening).payments;
    } catch (error) {
      // The next ask tries to open it anew.
      if (opened === opening) opened = null;
      throw error;
    }
  };
  parts.closing.add('payment provider', async () => (await opened)?.end());
  return {
    open: async (ask) => (await ready()).open(ask),
    find: async (session) => (await ready()).find(session),
    findByPayment: async (payment) => (await ready()).findByPayment(payment),
    charge: async (ask) => (await ready()).charge(ask),
    findLater: async (payment) => (await ready()).findLater(payment),
    changedSince: async function* (since) {
      // A sandbox in which nobody has paid need not be opened for that.
      if (stripe === null && opened === null && !existsSync(join(dataDir, SANDBOX_FILE))) return;
      yield* (await ready()).changedSince(since);
    },
    got: async function* () {
      yield* (await ready()).got();
    },
    close: async (session) => (await ready()).close(session),
    read: async (body, signature) => (await ready()).read(body, signature),
  };
}

import type { AdEvent } from '#domain/ad/events.ts';
import { type Legs, movedOf } from '#domain/kernel/money.ts';
import type { GotPayment } from '../ports/payments.ts';

/** The money of one user, in whole cents. */
export interface Account {
  readonly userId: string;
  readonly paid: number;
  readonly spent: number;
  readonly refunded: number;
  readonly available: number;
}

/** A payment as the log has it. */
interface Posted {
  readonly adId: string;
  readonly cents: number;
  readonly refunded: number;
}

/** The ledger: every posting of the log, by user and by payment. */
export interface Ledger {
  /** Takes note of an event; those without money are passed over. */
  take(event: { readonly type: string; readonly data: unknown }): void;
  accounts(): readonly Account[];
  /** Differences between the log and the provider, in words. The ledger stays as it is, and may take more events afterwards. */
  differences(got: AsyncIterable<GotPayment>): Promise<readonly string[]>;
}

const NOTHING = { paid: 0, spent: 0, refunded: 0, available: 0 };

/** An empty ledger. */
export function createLedger(): Ledger {
  const accounts = new Map<string, Account>();
  const payments = new Map<string, Posted>();
  const faults: string[] = [];

  function post({ adId, author: userId }: AdEvent['data'], legs: Legs): void {
    const before = accounts.get(userId) ?? { userId, ...NOTHING };
    const provider = movedOf(legs, 'provider');
    const after: Account = {
      userId,
      paid: before.paid + Math.max(0, -provider),
      refunded: before.refunded + Math.max(0, provider),
      spent: before.spent + movedOf(legs, 'spent'),
      available: before.available + movedOf(legs, 'funds'),
    };
    accounts.set(userId, after);
    const sum = legs.reduce((total, { cents }) => total + cents, 0);
    if (sum !== 0) faults.push(`A posting of the ad ${adId} sums to ${sum} cents.`);
    if (after.available < 0) faults.push(`The funds of ${userId} were ${after.available} cents.`);
  }

  function note(event: AdEvent): void {
    const { adId } = event.data;
    if (event.type === 'AdPaid' || event.type === 'AdRenewed') {
      const id = event.type === 'AdPaid' ? event.data.session : event.data.payment;
      if (payments.has(id)) faults.push(`The payment ${id} is posted twice.`);
      payments.set(id, { adId, cents: -movedOf(event.data.legs, 'provider'), refunded: 0 });
    }
    if (event.type !== 'AdRefunded') return;
    const { session, refundedTotal: refunded } = event.data;
    const before = payments.get(session);
    if (before === undefined) faults.push(`A refund is of ${session}, which was not paid.`);
    else payments.set(session, { ...before, refunded });
  }

  return {
    take({ type, data }) {
      if (typeof data !== 'object' || data === null || !('legs' in data)) return;
      const event = { type, data } as AdEvent & { readonly data: { readonly legs: Legs } };
      post(event.data, event.data.legs);
      note(event);
    },
    accounts: () => [...accounts.values()].sort((a, b) => (a.userId < b.userId ? -1 : 1)),
    async differences(got) {
      const found = [...faults];
      const open = new Map(payments);
      for await (const { id, adId, cents, refunded } of got) {
        const posted = open.get(id);
        open.delete(id);
        if (posted === undefined)
          found.push(`${id}: the provider has ${cents} cents for the ad ${adId}, the log nothing.`);
        else if (posted.cents !== cents) found.push(`${id}: the provider has ${cents} cents, the log ${posted.cents}.`);
        else if (posted.refunded !== refunded) {
          found.push(`${id}: the provider gave ${refunded} cents back, by the log ${posted.refunded}.`);
        }
      }
      for (const [id, { cents }] of open) found.push(`${id}: the log has ${cents} cents, the provider nothing.`);
      return found;
    },
  };
}

import { type Books, newIdOf, type SandboxDispute, type SandboxIntent, type SandboxRefund } from './sandboxBooks.ts';

/** Keeps a payment with another state of its charge, wherever it stands. */
function charged(books: Books, intent: SandboxIntent, change: Partial<SandboxIntent['latest_charge']>): void {
  const after = { ...intent, latest_charge: { ...intent.latest_charge, ...change } };
  books.keep('intent', intent.id, after);
  for (const session of books.sessions.values()) {
    if (session.payment_intent?.id === intent.id)
      books.keep('session', session.id, { ...session, payment_intent: after });
  }
}

/** Gives money back. `null`: there is no such payment, or not as much of it is left. @param cents left out: all that is left */
export function refund(books: Books, payment: string, cents: number | null): SandboxRefund | null {
  const intent = books.intents.get(payment);
  if (intent === undefined) return null;
  const { currency, amount: all, latest_charge: charge } = intent;
  const left = all - charge.amount_refunded;
  const amount = cents ?? left;
  if (!Number.isInteger(amount) || amount <= 0 || amount > left) return null;
  charged(books, intent, { amount_refunded: charge.amount_refunded + amount });
  const id = newIdOf('re');
  const rest = { status: 'succeeded', amount, currency, created: books.seconds(), payment_intent: payment } as const;
  return books.keep('refund', id, { id, object: 'refund', ...rest });
}

/** The owner of a card disputes a payment. */
export function dispute(books: Books, intent: SandboxIntent): SandboxDispute {
  charged(books, intent, { disputed: true });
  const { currency, amount, id: payment_intent } = intent;
  const id = newIdOf('dp');
  const rest = { status: 'needs_response', amount, currency, created: books.seconds(), payment_intent } as const;
  return books.keep('dispute', id, { id, object: 'dispute', ...rest });
}

/** Gives a dispute up: it is lost, and the money gone. `null`: there is none. */
export function loseDispute(books: Books, id: string): SandboxDispute | null {
  const found = books.disputes.get(id);
  return found === undefined ? null : books.keep('dispute', id, { ...found, status: 'lost' });
}

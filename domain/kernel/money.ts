import * as z from 'zod/mini';

/** Amounts of money are whole cents of one currency, so that sums are exact (SHEL-15). */
export const CURRENCY = 'usd';

const CENTS_PER_UNIT = 100;
const formatter = new Intl.NumberFormat('en-US', { style: 'currency', currency: CURRENCY });

/** An amount as people read it: `$20.00`. @param cents whole cents of `CURRENCY` */
export function formatCents(cents: number): string {
  return formatter.format(cents / CENTS_PER_UNIT);
}

/** An amount that can be paid: whole cents, not negative, and exact in every sum of a ledger. */
export const centsSchema = z.int().check(z.minimum(0));

/** An amount that was moved: whole cents, one at least. */
export const movedCentsSchema = z.int().check(z.minimum(1));

/** One side of a posting. The legs of a posting sum to zero: what leaves one account arrives in others. */
export interface Leg<Account extends string = string> {
  readonly account: Account;
  /** Whole cents, negative where they leave. */
  readonly cents: number;
}

/** All legs of one posting; none: no money moved. */
export type Legs<Account extends string = string> = readonly Leg<Account>[];

/** The sum of what legs do to one account, in cents. */
export function movedOf(legs: Legs, account: string): number {
  return legs.filter((leg) => leg.account === account).reduce((sum, { cents }) => sum + cents, 0);
}

/**
 * A posting between two accounts, with both legs.
 * @throws RangeError the amount is no number of whole cents, or negative: a bug
 */
export function transfer<Account extends string>(from: Account, to: Account, cents: number): Legs<Account> {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`${cents} is no amount of whole cents.`);
  if (cents === 0) return [];
  return [
    { account: from, cents: -cents },
    { account: to, cents },
  ];
}

/** The legs of an event, between these accounts. Legs that do not sum to zero are refused: money neither appears nor vanishes. */
export function legsSchema<const Accounts extends readonly [string, ...string[]]>(accounts: Accounts) {
  const leg = z.strictObject({ account: z.enum(accounts), cents: z.int() });
  return z.array(leg).check(z.refine((legs) => legs.reduce((sum, { cents }) => sum + cents, 0) === 0));
}

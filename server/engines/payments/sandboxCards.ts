/** Test cards, as Stripe has them. */
export const TEST_CARDS = {
  success: '4242424242424242',
  declined: '4000000000000002',
  /** Its bank asks its owner first; charges without its owner go through afterwards. */
  confirm: '4000002500003155',
  /** Pays with its owner, and is declined when it is charged again later. */
  declinedLater: '4000000000000341',
  /** Pays, and its owner disputes the payment. */
  disputed: '4000000000000259',
} as const;

/** The number of a card, as it stands on it. */
export const spaced = (card: string) => card.replace(/(\d{4})(?=\d)/g, '$1 ');

const SPACES = /[\s-]/g;

/** The outcome of a card that its owner has typed. */
export type CardAnswer =
  | { readonly kind: 'good' | 'confirm'; readonly card: string }
  | { readonly kind: 'bad'; readonly problem: string };

/** The answer of a card's bank to its owner. */
export function askCard(typed: string, isConfirmed: boolean): CardAnswer {
  const card = typed.replace(SPACES, '');
  if (card === TEST_CARDS.declined) return { kind: 'bad', problem: 'Your card was declined.' };
  if (card === TEST_CARDS.confirm) return { kind: isConfirmed ? 'good' : 'confirm', card };
  const isKnown = [TEST_CARDS.success, TEST_CARDS.declinedLater, TEST_CARDS.disputed].some((known) => known === card);
  return isKnown ? { kind: 'good', card } : { kind: 'bad', problem: 'Your card number is invalid.' };
}

/** Whether a card can be charged while its owner is away. */
export function isChargeable(card: string): boolean {
  return card === TEST_CARDS.success || card === TEST_CARDS.confirm;
}

/** Whether the owner of a card disputes what was paid with it. */
export function isDisputed(typed: string): boolean {
  return typed.replace(SPACES, '') === TEST_CARDS.disputed;
}

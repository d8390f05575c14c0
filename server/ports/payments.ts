/** Path of ours to which the provider sends its messages. */
export const PAYMENT_NOTICES_PATH = '/api/payments/notices';

/** An amount to be paid, and where the payer goes afterwards. */
export interface CheckoutAsk {
  readonly postId: string;
  readonly adId: string;
  /** Whole cents of `CURRENCY`. */
  readonly cents: number;
  readonly description: string;
  /** Addresses of our pages; the provider fills its session's id in for `{CHECKOUT_SESSION_ID}`. */
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** The same key and the same ask get the same session: a repeated request opens no second one. */
  readonly idempotencyKey: string;
  /** ISO instant after which nobody can pay there. */
  readonly expiresAt: string;
  /** The card is kept, so that it can be charged again without its owner. */
  readonly keepsCard: boolean;
}

/** A charge of a kept card. */
export interface ChargeAsk {
  /** The session in which the card was kept. */
  readonly session: string;
  readonly postId: string;
  readonly adId: string;
  readonly cents: number;
  readonly description: string;
  /** Names the charge for good: the same key is charged once. */
  readonly key: string;
  /** Nothing is charged any more: the answer says only whether an earlier ask was. */
  readonly isQuestion: boolean;
}

/** The outcome of a charge. `refused`: the card, or its bank, has said no; or there is no card any more. */
export type Charged =
  | { readonly kind: 'paid'; readonly payment: string; readonly cents: number }
  | { readonly kind: 'refused'; readonly code: string };

/** A charge of a kept card as the provider has it now. */
export interface LaterPayment {
  readonly payment: string;
  readonly ad: { readonly postId: string; readonly adId: string };
  readonly key: string;
  readonly isPaid: boolean;
  readonly cents: number;
  readonly refunded: number;
}

/** A payment as the provider has it now: on a page, or a charge of a kept card. */
export type FoundPayment =
  | { readonly kind: 'page'; readonly found: PaymentSession }
  | { readonly kind: 'charge'; readonly found: LaterPayment };

/** Money that the provider has got for an ad. */
export interface GotPayment {
  /** Id of the session, or of a charge of a kept card. */
  readonly id: string;
  readonly adId: string;
  readonly cents: number;
  readonly refunded: number;
}

/** A page of the provider, open for a payment. */
export interface OpenedCheckout {
  readonly session: string;
  /** Address of the page. */
  readonly url: string;
  readonly expiresAt: string;
}

/** A session as the provider has it now. */
export interface PaymentSession {
  readonly session: string;
  /** The ad that it is for, as we have said when it was opened; `null`: it is none of ours. */
  readonly ad: { readonly postId: string; readonly adId: string } | null;
  /** `payment_status: paid`: `complete` alone says nothing about the money (decisions D56). */
  readonly isPaid: boolean;
  /** Whether somebody can pay there still. */
  readonly isOpen: boolean;
  /** Address of its page while it is open. */
  readonly url: string | null;
  readonly cents: number;
  readonly payment: string | null;
  /** Cents of it that were given back by now, by a refund or by a dispute that was lost. */
  readonly refunded: number;
}

/** A message of the provider whose signature is good. */
export interface PaymentNotice {
  readonly id: string;
  readonly type: string;
  /** The session or the payment that it is about; `null`: about neither. */
  readonly session: string | null;
  readonly payment: string | null;
}

/** The provider did not answer as it should: whether something was done there is not known. */
export class PaymentsFailed extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'PaymentsFailed';
  }
}

/** A message without a good signature, or with an old one. */
export class NoticeForged extends Error {
  constructor() {
    super('The signature of the message is not good.');
    this.name = 'NoticeForged';
  }
}

/** A provider of payments by card, on pages of its own. */
export interface Payments {
  /** Opens a page for a payment. @throws PaymentsFailed */
  open(ask: CheckoutAsk): Promise<OpenedCheckout>;
  /** A session as it is now; `null`: it knows none. @throws PaymentsFailed */
  find(session: string): Promise<PaymentSession | null>;
  /** The session of a payment; `null`: there is none. @throws PaymentsFailed */
  findByPayment(payment: string): Promise<PaymentSession | null>;
  /**
   * Charges a kept card, once a key, however often it is asked and whenever.
   * @throws PaymentsFailed whether it is charged is not known: it may be asked again
   */
  charge(ask: ChargeAsk): Promise<Charged>;
  /** A charge of a kept card; `null`: the payment is none of ours. @throws PaymentsFailed */
  findLater(payment: string): Promise<LaterPayment | null>;
  /**
   * Payments of ads that were made, or given back in part or whole, since an instant; one of them may come twice, and some
   * that are older come along.
   * @param since ISO instant
   * @throws PaymentsFailed
   */
  changedSince(since: string): AsyncIterable<FoundPayment>;
  /** All that was paid for ads, of this account at the provider. @throws PaymentsFailed */
  got(): AsyncIterable<GotPayment>;
  /** Closes a page, so that nobody can pay there any more; one that is paid or closed stays so. @throws PaymentsFailed */
  close(session: string): Promise<void>;
  /**
   * Reads a message of the provider.
   * @param body as it came
   * @param signature of its header
   * @throws NoticeForged
   */
  read(body: Buffer, signature: string): Promise<PaymentNotice>;
}

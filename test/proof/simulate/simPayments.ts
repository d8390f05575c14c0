import {
  type ChargeAsk,
  type Charged,
  type CheckoutAsk,
  type FoundPayment,
  type GotPayment,
  type LaterPayment,
  NoticeForged,
  type OpenedCheckout,
  type PaymentNotice,
  type PaymentSession,
  type Payments,
  PaymentsFailed,
} from '#server/ports/payments.ts';
import type { BookedPayment } from '#test/model/model.ts';
import type { Card, Cashier } from '#test/model/story.ts';
import type { Life, Span } from './life.ts';
import type { VirtualTime } from './virtualTime.ts';

/** Milliseconds until a request is there, and until its answer is. */
const REQUEST_MS: Span = [20, 400];
/** Milliseconds after which an answer is late, and those after which a caller waits no longer. */
const LATE_MS = 4_000;
const TIME_OUT_MS = 10_000;
/** Least and most milliseconds for which a page takes a payment, as Stripe has them. */
const PAGE_MS: Span = [30 * 60_000, 24 * 3_600_000];
/** Shares of requests that fail before they have an effect, whose answer never comes, and whose answer is late. */
const FATES = { usual: [0.08, 0.08, 0.1], bad: [0.3, 0.5, 0.1], kind: [0, 0, 0] } as const;
/** Milliseconds in which most requests fail. */
const BAD_MS = 90_000;
/** Share of pages that are paid without any message. */
const UNHEARD = 0.3;
/** Share of messages that never come, of those that come twice, and of those that come late. */
const [LOST, DOUBLED, DELAYED] = [0.3, 0.3, 0.4];
/** Milliseconds until a message is there, at most: mostly, and when it is late. */
const SOON_MS = 3_000;
const DELAYED_MS = 150_000;
/** Milliseconds after which a message that was not answered comes again, and how often. */
const AGAIN_MS = 10_000;
const TRIES = 4;

/** A page, or a charge of a kept card. */
interface Booked {
  readonly id: string;
  readonly ad: { readonly postId: string; readonly adId: string };
  readonly key: string | null;
  readonly cents: number;
  /** Address of its page; `null`: it is a charge. */
  readonly url: string | null;
  /** Milliseconds, by the provider's clock, from which on nobody can pay there. */
  readonly endsAt: number;
  readonly keepsCard: boolean;
  status: 'open' | 'paid' | 'closed';
  payment: string | null;
  /** The card that was kept. */
  card: Card | null;
  refunded: number;
  /** Milliseconds, by the provider's clock, of its payment, or of what was given back last. */
  changedAt: number;
  isLost: boolean;
}

/** The use of a key: what was asked, and the id of what came of it; `null`: a refusal. */
interface Used {
  readonly asked: string;
  readonly id: string | null;
}

/**
 * The payment provider of the simulated world, by the contract of its port. It outlives every process and every backup: its books
 * are the truth about who was charged. Its choices follow from numbers of its own.
 */
export class SimProvider implements Cashier {
  readonly #time: VirtualTime;
  readonly #random: () => number;
  readonly #now: () => number;
  readonly #deliver: (notice: PaymentNotice) => Promise<boolean>;
  readonly #booked = new Map<string, Booked>();
  readonly #keys = new Map<string, Used>();
  #notices = 0;
  /** Something was given back of which no message comes: the site learns of it when it asks what has changed lately. */
  hasUntold = false;
  weather: keyof typeof FATES = 'usual';

  /**
   * @param now the provider's clock, which is right
   * @param deliver hands a message over; whether it was answered
   */
  constructor(parts: {
    readonly time: VirtualTime;
    readonly random: () => number;
    readonly now: () => number;
    readonly deliver: (notice: PaymentNotice) => Promise<boolean>;
  }) {
    this.#time = parts.time;
    this.#random = parts.random;
    this.#now = parts.now;
    this.#deliver = parts.deliver;
  }

  /** All that it has in its books. */
  booked(): readonly BookedPayment[] {
    return [...this.#booked.values()].map(({ id, ad, key, status, cents, refunded, isLost }) => {
      return { id, adId: ad.adId, key, isPaid: status === 'paid', cents, refunded, isLost };
    });
  }

  /** A backup is put back whose log does not say what came after it. */
  forgotten(log: string): void {
    for (const booked of this.#booked.values()) {
      if (!log.includes(`"${booked.key ?? booked.id}"`)) booked.isLost = true;
      else if (booked.refunded > 0) this.hasUntold = true;
    }
  }

  /** The provider as a process reaches it: over a network, and with faults. */
  portOf(life: Life): Payments {
    const asks = async <Answer>(act: () => Answer): Promise<Answer> => {
      await life.takes(REQUEST_MS);
      const fate = this.#fate();
      if (fate === 'fails') throw new PaymentsFailed('The provider answered 500.');
      const answer = act();
      await life.takes(REQUEST_MS);
      if (fate === 'late') await life.pause(LATE_MS);
      if (fate !== 'never answers') return answer;
      await life.pause(TIME_OUT_MS);
      throw new PaymentsFailed('The provider did not answer.');
    };
    return {
      open: (ask) => asks(() => this.#open(ask)),
      find: (session) => asks(() => this.#find(this.#booked.get(session))),
      findByPayment: (payment) => asks(() => this.#find(this.#ofPayment(payment))),
      charge: (ask) => asks(() => this.#charge(ask)),
      findLater: (payment) => asks(() => laterOf(this.#booked.get(payment))),
      changedSince: (since) => this.#changedSince(Date.parse(since), asks),
      got: () => this.#got(),
      close: (session) => asks(() => this.#close(session)),
      // Messages come with a good signature here: it is proven over the bytes, at the HTTP edge.
      read: () => Promise.reject(new NoticeForged()),
    };
  }

  pay(url: string, card: Card): boolean {
    const page = [...this.#booked.values()].find((each) => each.url === url);
    if (page === undefined || !this.#isOpen(page) || card === 'declined') return false;
    page.status = 'paid';
    page.payment = `pi_${page.id}`;
    page.changedAt = this.#now();
    page.card = page.keepsCard ? card : null;
    if (this.#random() < UNHEARD) return true;
    this.#say('checkout.session.completed', { session: page.id, payment: page.payment }, page);
    this.#say('payment_intent.succeeded', { session: null, payment: page.payment }, page);
    return true;
  }

  giveBack(pick: number): void {
    const paid = [...this.#booked.values()].filter(({ status, isLost }) => status === 'paid' && !isLost);
    const booked = paid[pick % paid.length];
    if (booked === undefined) return;
    const left = booked.cents - booked.refunded;
    const cents = pick % 2 === 0 ? left : Math.ceil(left / 3);
    if (cents > 0) this.#refund(booked, cents);
  }

  /** Gives back some of a payment, or all that is left of it. */
  refund(payment: string, cents: number | null): void {
    const booked = this.#ofPayment(payment) ?? this.#booked.get(payment);
    if (booked !== undefined) this.#refund(booked, cents ?? booked.cents - booked.refunded);
  }

  #refund(booked: Booked, cents: number): void {
    booked.refunded += cents;
    booked.changedAt = this.#now();
    this.#say('charge.refunded', { session: null, payment: booked.payment }, booked);
  }

  falters(): void {
    if (this.weather === 'kind') return;
    this.weather = 'bad';
    this.#time.after(BAD_MS, () => {
      if (this.weather === 'bad') this.weather = 'usual';
    });
  }

  #fate(): 'fails' | 'never answers' | 'late' | 'answers' {
    const [fails, never, late] = FATES[this.weather];
    const drawn = this.#random();
    if (drawn < fails) return 'fails';
    if (drawn < fails + never) return 'never answers';
    return drawn < fails + never + late ? 'late' : 'answers';
  }

  #open(ask: CheckoutAsk): OpenedCheckout {
    const { idempotencyKey, postId, adId, cents, keepsCard, expiresAt } = ask;
    const asked = JSON.stringify(ask);
    const used = this.#keys.get(idempotencyKey);
    if (used !== undefined && used.asked !== asked) throw new PaymentsFailed('The key was used for another request.');
    const known = this.#booked.get(used?.id ?? '');
    if (known !== undefined) return this.#openedOf(known);
    const endsAt = Date.parse(expiresAt);
    const ahead = endsAt - this.#now();
    if (ahead < PAGE_MS[0] || ahead > PAGE_MS[1]) throw new PaymentsFailed('A page stands 30 minutes to a day.');
    const id = `cs_${this.#booked.size}`;
    this.#keys.set(idempotencyKey, { asked, id });
    const url = `https://pay.example/${id}`;
    const rest = { payment: null, card: null, refunded: 0, changedAt: this.#now(), isLost: false };
    const begun = { status: 'open', ...rest } as const;
    const page: Booked = { id, ad: { postId, adId }, key: null, cents, url, endsAt, keepsCard, ...begun };
    this.#booked.set(id, page);
    return this.#openedOf(page);
  }

  #openedOf(page: Booked): OpenedCheckout {
    const { id: session, url, endsAt } = page;
    if (url === null || !this.#isOpen(page)) throw new PaymentsFailed('The session is closed: it has no page.');
    page.isLost = false;
    return { session, url, expiresAt: new Date(endsAt).toISOString() };
  }

  #isOpen({ status, endsAt }: Booked): boolean {
    return status === 'open' && this.#now() < endsAt;
  }

  #ofPayment(payment: string): Booked | undefined {
    return [...this.#booked.values()].find((each) => each.key === null && each.payment === payment);
  }

  #find(booked: Booked | undefined): PaymentSession | null {
    if (booked === undefined || booked.key !== null) return null;
    const { id: session, ad, status, cents, payment, refunded } = booked;
    const isOpen = this.#isOpen(booked);
    const url = isOpen ? booked.url : null;
    return { session, ad, isPaid: status === 'paid', isOpen, url, cents, payment, refunded };
  }

  #charge({ session, postId, adId, cents, key }: ChargeAsk): Charged {
    const asked = JSON.stringify({ session, postId, adId, cents });
    const used = this.#keys.get(key);
    if (used !== undefined && used.asked !== asked) throw new PaymentsFailed('The key was used for another request.');
    const known = this.#booked.get(used?.id ?? '');
    if (known !== undefined) known.isLost = false;
    if (known !== undefined) return { kind: 'paid', payment: known.id, cents: known.cents };
    const card = this.#booked.get(session)?.card ?? null;
    if (used !== undefined || card !== 'good') {
      this.#keys.set(key, { asked, id: null });
      return { kind: 'refused', code: card === null ? 'no_card' : 'card_declined' };
    }
    const id = `pi_${this.#booked.size}`;
    this.#keys.set(key, { asked, id });
    const rest = { payment: id, card: null, refunded: 0, changedAt: this.#now(), isLost: false };
    const paid = { status: 'paid', ...rest } as const;
    const charge: Booked = { id, ad: { postId, adId }, key, cents, url: null, endsAt: 0, keepsCard: false, ...paid };
    this.#booked.set(id, charge);
    this.#say('payment_intent.succeeded', { session: null, payment: id }, charge);
    return { kind: 'paid', payment: id, cents };
  }

  #close(session: string): void {
    const page = this.#booked.get(session);
    if (page === undefined || !this.#isOpen(page)) return;
    page.status = 'closed';
    this.#say('checkout.session.expired', { session, payment: null }, page);
  }

  async *#changedSince(
    since: number,
    asks: <Answer>(act: () => Answer) => Promise<Answer>,
  ): AsyncIterable<FoundPayment> {
    const changed = () =>
      [...this.#booked.values()].filter((each) => each.status === 'paid' && each.changedAt >= since);
    for (const each of await asks(changed)) {
      const [page, charge] = [this.#find(each), laterOf(each)];
      if (page !== null) yield { kind: 'page', found: page };
      if (charge !== null) yield { kind: 'charge', found: charge };
    }
  }

  async *#got(): AsyncIterable<GotPayment> {
    for (const { id, ad, status, cents, refunded } of this.#booked.values()) {
      if (status === 'paid') yield { id, adId: ad.adId, cents, refunded };
    }
  }

  /** Sends a message: late, twice, out of order, or never. */
  #say(type: string, about: Pick<PaymentNotice, 'session' | 'payment'>, of: Booked): void {
    this.#notices += 1;
    const notice = { id: `evt_${this.#notices}`, type, ...about };
    if (this.#random() < LOST) {
      this.hasUntold ||= of.refunded > 0;
      return;
    }
    const copies = this.#random() < DOUBLED ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const most = this.#random() < DELAYED ? DELAYED_MS : SOON_MS;
      this.#time.after(this.#random() * most, () => void this.#send(notice, of, TRIES));
    }
  }

  async #send(notice: PaymentNotice, of: Booked, tries: number): Promise<void> {
    // The site has no log any more that could know what it is about.
    if (of.isLost || (await this.#deliver(notice))) return;
    if (tries <= 1) {
      this.hasUntold ||= of.refunded > 0;
      return;
    }
    this.#time.after(AGAIN_MS, () => void this.#send(notice, of, tries - 1));
  }
}

function laterOf(booked: Booked | undefined): LaterPayment | null {
  if (booked === undefined || booked.key === null) return null;
  const { id: payment, ad, key, status, cents, refunded } = booked;
  return { payment, ad, key, isPaid: status === 'paid', cents, refunded };
}

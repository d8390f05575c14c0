import { adDecider } from '#domain/ad/decider.ts';
import type { AdEvent } from '#domain/ad/events.ts';
import { type AdsState, initialAds } from '#domain/ad/state.ts';
import { newId } from '#domain/kernel/ids.ts';
import { checkoutFor } from '#server/ad/checkout.ts';
import { lookBackDeadline } from '#server/ad/lookBack.ts';
import { askingDeadline } from '#server/ad/sweeps.ts';
import { silentLogger } from '#server/observability/logging.ts';
import type { Payments } from '#server/ports/payments.ts';
import type { SweepParts } from '#server/reactors/reactorParts.ts';
import { system } from '../../domain/given.ts';
import { hashOf } from '../../domain/hashOf.ts';
import { ada, adFacts, desk, id } from '../../domain/samples.ts';
import { Life } from '../../proof/simulate/life.ts';
import { SimProvider } from '../../proof/simulate/simPayments.ts';
import { VirtualTime } from '../../proof/simulate/virtualTime.ts';

/** Ten minutes before a full hour: the key of a page changes soon. */
export const START = Date.parse('2026-03-02T09:50:00.000Z');

export const FORM = { title: 'A desk', goal: 'message', website: '', label: 'Send Message', days: 1 };

/** The rules of ads over a log in memory. */
export function logOf(clock: () => Date) {
  let state: AdsState = initialAds;
  const events: AdEvent[] = [];
  /** Commands that the server has given. */
  const given: string[] = [];
  const evolve = (event: AdEvent) => {
    state = adDecider.evolve(state, event, clock().toISOString());
  };
  const give = (type: string, data: object, actor: unknown = system) => {
    const context = { actor, now: clock().toISOString(), campus: 'ou', hash: hashOf, facts: adFacts };
    const command = { id: id(`${type} ${events.length}`), type, data };
    const decision = adDecider.decide(state, command as never, context as never);
    if (!decision.ok) return { ok: false, rejection: decision.rejection };
    for (const event of decision.events as readonly AdEvent[]) {
      events.push(event);
      evolve(event);
    }
    return { ok: true };
  };
  const dispatcher = {
    stateOf: async () => state,
    dispatch: async ({ type, data }: { type: string; data: object }) => {
      given.push(type);
      return give(type, data);
    },
  };
  /** As the read models have them, as far as sweeps ask. */
  const documents = () =>
    Object.values(state.ads).map(({ place: { adId }, status, sessions }) => {
      const paid = Object.entries(sessions).find(([, each]) => each.paid !== null)?.[0] ?? null;
      const session = Object.keys(sessions).at(-1) ?? null;
      return { id: adId, post: desk, status, session, paidSession: paid, due: '~' };
    });
  const query = async (_ads: string, _by: string, [status]: readonly string[]) =>
    documents().flatMap((doc) => (doc.status === status ? [{ doc }] : []));
  /** Puts a backup of the log back. @param kept events that it has */
  const restore = (kept: number) => {
    events.splice(kept);
    state = initialAds;
    for (const event of events) evolve(event);
  };
  return { ads: () => state.ads, events, given, give, dispatcher, query, restore };
}

/** One post, its ads, and a provider that answers at once and sends no message; the clock by hand. */
export function world() {
  let [now, ahead] = [START, 0];
  const clock = () => new Date(now + ahead);
  const { ads, events, given, give, dispatcher, query, restore } = logOf(clock);
  const asAda = { kind: 'user', userId: ada };
  give('StartCheckout', { postId: desk, ...FORM }, asAda);
  const place = { postId: desk, adId: newId(id('StartCheckout 0'), 0) };
  const provider = new SimProvider({
    // No message ever comes: its time stands still.
    ...{ time: new VirtualTime(), random: () => 0.99, now: () => now },
    deliver: async () => true,
  });
  provider.weather = 'kind';
  const payments = provider.portOf(new Life(new VirtualTime(), () => 0, 0));
  const parts = { dispatcher, payments, clock, logger: silentLogger } as never;
  const asked: string[] = [];
  const find: Payments['find'] = (session) => {
    asked.push(session);
    return payments.find(session);
  };
  const watched = { ...payments, find };
  const asks = { dispatcher, readStore: { query }, payments: watched, logger: silentLogger } as unknown as SweepParts;
  return {
    ...{ provider, payments, dispatcher, give, asAda, place, events, asked, given, restore },
    wait: (ms: number) => {
      now += ms;
    },
    /** Our clock alone is wrong. */
    setAhead: (ms: number) => {
      ahead = ms;
    },
    count: (type: AdEvent['type']) => events.filter((event) => event.type === type).length,
    open: async (payer: Partial<Payments> = {}) => {
      const asking = { ...(parts as object), payments: { ...payments, ...payer } } as never;
      return (await checkoutFor({ userId: ada, postId: desk, origin: 'https://ou.example' }, asking)).url;
    },
    watch: (payer: Partial<Payments> = {}) => {
      const deadline = askingDeadline({ ...asks, payments: { ...watched, ...payer } });
      return () => deadline.look(clock());
    },
    /** Looks back as a process does that was just started. */
    lookBack: (payer: Partial<Payments> = {}) => {
      const deadline = lookBackDeadline({ ...asks, payments: { ...watched, ...payer } });
      return () => deadline.look(clock());
    },
    ad: () => ads()[place.adId],
    paidPages: () => provider.booked().filter(({ isPaid }) => isPaid).length,
    openPages: async () => {
      const found = await Promise.all(provider.booked().map((each) => payments.find(each.id)));
      return found.filter((each) => each?.isOpen).length;
    },
  };
}

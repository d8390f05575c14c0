import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { adDecider } from '#domain/ad/decider.ts';
import type { AdEvent } from '#domain/ad/events.ts';
import { type AdsState, initialAds } from '#domain/ad/state.ts';
import { newId } from '#domain/kernel/ids.ts';
import type { Ad } from '#projections/ad/collections.ts';
import { createAdReactor } from '#server/ad/reactor.ts';
import { adRoutes } from '#server/ad/routes.ts';
import { adsOf } from '#server/ad/sweeps.ts';
import { errorHandler } from '#server/http/errors.ts';
import { silentLogger } from '#server/observability/logging.ts';
import type { Payments } from '#server/ports/payments.ts';
import { handOver } from '#server/reactors/reactor.ts';
import { as, system } from '../../domain/given.ts';
import { hashOf } from '../../domain/hashOf.ts';
import { ada, adFacts, desk, id } from '../../domain/samples.ts';

/** Nobody is to pay for an ad that was given up or is paid: the rules, the route and the reactor over a log in memory. */

const AT = '2026-03-02T09:00:00.000Z';
const start = id('checkout');
const adId = newId(start, 0);
const place = { postId: desk, adId };
const FORM = { title: 'A desk', goal: 'message', website: '', label: 'Send Message', days: 1 };

/** One ad, and a provider that remembers which pages are closed. */
function world() {
  let state: AdsState = initialAds;
  const events: AdEvent[] = [];
  const closed: string[] = [];
  const give = (type: string, data: object, isOwner = false) => {
    const command = { id: type === 'StartCheckout' ? start : id(`command ${events.length}`), type, data } as never;
    const context = { actor: isOwner ? as(ada) : system, now: AT, campus: 'ou', hash: hashOf, facts: adFacts };
    const decision = adDecider.decide(state, command, context as never);
    if (!decision.ok) return { ok: false as const, rejection: decision.rejection };
    for (const event of decision.events as AdEvent[]) {
      events.push(event);
      state = adDecider.evolve(state, event, AT);
    }
    return { ok: true as const, position: '1' };
  };
  const dispatcher = {
    stateOf: async () => state,
    dispatch: async ({ type, data }: { type: string; data: object }) => give(type, data),
  };
  const payments = {
    close: async (session: string) => void closed.push(session),
    find: async () => null,
    open: async () => ({ session: 'cs_1', expiresAt: '2026-03-02T11:00:00.000Z', url: 'https://pay.example/cs_1' }),
  } as unknown as Payments;
  give('StartCheckout', { postId: desk, ...FORM }, true);
  const reactor = createAdReactor({ dispatcher, payments, logger: silentLogger } as never);
  /** Hands what has happened over to the reactor. */
  const react = async () => {
    for (const event of events) {
      if (event.type === 'AdCreated' || event.type === 'AdActivated') continue;
      const later = await handOver(reactor, { ...event, id: id('event') } as never);
      await later?.(new AbortController().signal);
    }
  };
  return { give, dispatcher, payments, closed, react, ad: () => state.ads[adId] };
}

const record = (session: string) =>
  ['RecordCheckout', { ...place, session, expiresAt: '2026-03-02T11:00:00.000Z' }] as const;

describe('the page on which an ad is paid', () => {
  it('stays open as long as the ad waits for its payment', async () => {
    const { give, react, closed } = world();
    give(...record('cs_1'));
    await react();
    expect(closed).toEqual([]);
  });

  it('is closed when its ad was given up while it was opened', async () => {
    const { give, react, closed } = world();
    give('CancelCheckout', place, true);
    give(...record('cs_1'));
    await react();
    expect(closed).toContain('cs_1');
  });

  it('is closed when the ad is paid on another one', async () => {
    const { give, react, closed } = world();
    give(...record('cs_1'));
    give(...record('cs_2'));
    give('ConfirmPayment', { ...place, session: 'cs_1', payment: 'pi_1', cents: 500 });
    await react();
    expect([...new Set(closed)]).toEqual(['cs_2']);
  });
});

describe('the answer to a checkout', () => {
  const servers: Server[] = [];
  afterEach(async () => {
    for (const each of servers.splice(0)) each.close();
  });

  it('is no page when the ad is given up while it is opened', async () => {
    const { give, dispatcher, payments } = world();
    const open: Payments['open'] = async (ask) => {
      give('CancelCheckout', place, true);
      return payments.open(ask);
    };
    const app = express();
    app.use(express.json());
    app.use((_request, response, next) => {
      response.locals.ownOrigin = 'http://ou.localhost';
      next();
    });
    const authenticate = async () => ({ userId: ada });
    const parts = { dispatcher, authenticate, clock: () => new Date(AT), rateShare: null, logger: silentLogger };
    app.use(adRoutes({ ...parts, payments: { ...payments, open } } as never));
    app.use(errorHandler(silentLogger));
    const server = createServer(app).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/api/checkouts`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ postId: desk }) },
    });
    expect(await answer.json()).toMatchObject({ error: { code: 'AD_NOT_UNPAID' } });
  });
});

describe('an ad that begins or goes on while its post is sold', () => {
  it.each(['AdCreated', 'AdActivated', 'AdResumed', 'AdApproved'])('pauses after %s', async (type) => {
    const given: string[] = [];
    const dispatcher = {
      stateOf: async () => ({ deleted: false, sale: 'sold' }),
      dispatch: async (command: { readonly type: string }) => {
        given.push(command.type);
        return { ok: true };
      },
    };
    const reactor = createAdReactor({ dispatcher, payments: null, logger: silentLogger } as never);
    await handOver(reactor, { type, data: place, id: id(type), meta: { campus: 'ou' } } as never);
    expect(given).toEqual(['PauseAdOfSold']);
  });
});

describe('ads that fall due', () => {
  it('are all found, also many of one instant', async () => {
    const dueOf = (index: number) => (index < 30 ? '2026-03-03T00:00:00.000Z' : '2026-03-02T00:00:00.000Z');
    const all = Array.from({ length: 290 }, (_, index) => ({ id: `ad ${index}`, due: dueOf(index) }) as Ad);
    const query = async (_name: string, _query: string, _values: unknown, page: { below: string; limit: number }) =>
      all
        .filter(({ due }) => page.below === null || due < page.below)
        .slice(0, page.limit)
        .map((doc) => ({ doc }));
    const found: string[] = [];
    const asked = adsOf({ query } as never, 'checkout', { before: null });
    for await (const ad of asked) found.push(ad.id);
    expect(found).toEqual(all.map((ad) => ad.id));
  });
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express, type Request } from 'express';
import Stripe from 'stripe';
import {
  type Books,
  createBooks,
  type SandboxDispute,
  type SandboxIntent,
  type SandboxRefund,
  type SandboxSession,
} from './sandboxBooks.ts';
import { isDisputed } from './sandboxCards.ts';
import { chargeKept } from './sandboxCharges.ts';
import { checkoutPage } from './sandboxPage.ts';
import { dispute, loseDispute, refund } from './sandboxRefunds.ts';
import { createSandboxSessions, type SandboxSessions } from './sandboxSessions.ts';
import type { SandboxStore } from './sandboxStore.ts';

/**
 * What stands for Stripe on a development machine: the part of its API that our adapter uses, a checkout page, and signed
 * messages. The same SDK talks to it over HTTP. It listens to this machine alone, and is never opened in production.
 */
export interface Sandbox {
  readonly at: { readonly host: string; readonly port: number };
  close(): Promise<void>;
}

export interface SandboxOptions {
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly clock: () => Date;
  readonly store: SandboxStore;
  /** Path of our own server to which it sends messages. */
  readonly webhookPath: string;
  /** Called when a message could not be delivered; the sweep asks then. */
  readonly onUndelivered: (error: unknown) => void;
}

const LOOPBACK = '127.0.0.1';
const MS_PER_SECOND = 1_000;
const [BAD_REQUEST, UNAUTHORIZED, PAYMENT_REQUIRED, UNKNOWN] = [400, 401, 402, 404];

/** Starts it on a free port. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const server = createServer(sandboxApp(options));
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
  const { port } = server.address() as AddressInfo;
  return { at: { host: LOOPBACK, port }, close: () => closed(server) };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve, reject) => server.close((error) => (error === undefined ? resolve() : reject(error))));
}

/** Things in one page of a list, where nothing else was asked for. */
const PAGE = 10;

/** A page of a list, the newest first: those made since a time, after another one. */
function pageOf(all: readonly { readonly id: string; readonly created: number }[], query: Request['query']) {
  const {
    limit,
    starting_after: after,
    created,
  } = query as {
    readonly limit?: string;
    readonly starting_after?: string;
    readonly created?: { readonly gte?: string };
  };
  const since = all.filter((each) => each.created >= Number(created?.gte ?? 0));
  const rest = since.slice(after === undefined ? 0 : since.findIndex(({ id }) => id === after) + 1);
  const data = rest.slice(0, Number(limit ?? PAGE));
  return { object: 'list', data, has_more: rest.length > data.length };
}
const errorOf = (message: string, type = 'invalid_request_error') => ({ error: { type, message } });

function sandboxApp(options: SandboxOptions): Express {
  const books = createBooks(options.clock, options.store);
  const parts: Parts = { books, sessions: createSandboxSessions(books), send: sender(options) };
  const app = express();
  app.set('query parser', 'extended');
  app.use(express.urlencoded({ extended: true }));
  app.use('/v1', (request, response, next) => {
    if (request.get('authorization') === `Bearer ${options.apiKey}`) next();
    else response.status(UNAUTHORIZED).json(errorOf('No valid API key.'));
  });
  sessionRoutes(app, parts);
  intentRoutes(app, parts);
  refundRoutes(app, parts);
  pages(app, parts);
  return app;
}

/** Sends a message. `session`: that of the site which gets it; left out: the message is about it. */
type Send = (
  type: string,
  about: SandboxSession | SandboxIntent | SandboxRefund | SandboxDispute,
  session?: SandboxSession,
) => Promise<void>;

interface Parts {
  readonly books: Books;
  readonly sessions: SandboxSessions;
  readonly send: Send;
}

function sessionRoutes(app: Express, { sessions, send }: Parts): void {
  app.post('/v1/checkout/sessions', (request, response) => {
    const opened = sessions.open(request.body as never, request.get('idempotency-key') ?? null, originOf(request));
    if (opened === 'other request') {
      response.status(BAD_REQUEST).json(errorOf('The key was used for another request.', 'idempotency_error'));
    } else response.json(opened);
  });
  app.get('/v1/checkout/sessions', (request, response) => {
    const { payment_intent: payment } = request.query;
    const found = typeof payment === 'string' ? [sessions.ofPayment(payment)] : sessions.all();
    const known = found.filter((each) => each !== null);
    response.json(pageOf(known, request.query));
  });
  app.get('/v1/checkout/sessions/:id', (request, response) => {
    const found = sessions.find(request.params.id);
    if (found === null) response.status(UNKNOWN).json(errorOf('No such checkout session.'));
    // It may listen elsewhere than when the session was opened.
    else response.json({ ...found, url: found.url === null ? null : `${originOf(request)}/pay/${found.id}` });
  });
  app.post('/v1/checkout/sessions/:id/expire', (request, response) => {
    const expired = sessions.expire(request.params.id);
    if (expired === null) response.status(BAD_REQUEST).json(errorOf('Only open sessions can be expired.'));
    else response.json(expired);
    if (expired !== null) void send('checkout.session.expired', expired);
  });
}

function intentRoutes(app: Express, { books, sessions, send }: Parts): void {
  app.post('/v1/payment_intents', (request, response) => {
    const outcome = chargeKept(books, request.body as never, request.get('idempotency-key') ?? null);
    if (outcome.kind === 'other request') {
      response.status(BAD_REQUEST).json(errorOf('The key was used for another request.', 'idempotency_error'));
    } else if (outcome.kind === 'refused') {
      const error = { ...errorOf('Your card was declined.', 'card_error').error, code: outcome.code };
      response.status(PAYMENT_REQUIRED).json({ error });
    } else {
      response.json(outcome.intent);
      const session = sessions.ofCustomer(outcome.intent.customer ?? '');
      if (outcome.isNew && session !== null) void send('payment_intent.succeeded', outcome.intent, session);
    }
  });
  app.get('/v1/payment_intents', (request, response) => {
    const { customer } = request.query;
    const all = [...books.intents.values()].reverse();
    const found = all.filter((each) => customer === undefined || each.customer === customer);
    response.json(pageOf(found, request.query));
  });
  app.get('/v1/payment_intents/:id', (request, response) => {
    const found = books.intents.get(request.params.id) ?? null;
    if (found === null) response.status(UNKNOWN).json(errorOf('No such payment_intent.'));
    else response.json(found);
  });
}

/** Money that goes back: by the operator, or by a bank. */
function refundRoutes(app: Express, { books, sessions, send }: Parts): void {
  /** The session of the site that gets a message about a payment. */
  const siteOf = (payment: string) =>
    sessions.ofPayment(payment) ?? sessions.ofCustomer(books.intents.get(payment)?.customer ?? '');
  function giveBack({ body }: Request, payment: string): SandboxRefund | null {
    const { amount } = (body ?? {}) as { amount?: string };
    const given = refund(books, payment, amount === undefined ? null : Number(amount));
    const site = siteOf(payment);
    if (given !== null && site !== null) void send('refund.created', given, site);
    return given;
  }
  app.post('/v1/refunds', (request, response) => {
    const { payment_intent: payment = '' } = request.body as { payment_intent?: string };
    const given = giveBack(request, payment);
    if (given === null) response.status(BAD_REQUEST).json(errorOf('So much cannot be refunded.'));
    else response.json(given);
  });
  // In the place of the dashboard of a provider, where an operator gives money back. It is nobody's money.
  app.post('/pay/:id/refund', (request, response) => {
    const given = giveBack(request, sessions.find(request.params.id)?.payment_intent?.id ?? '');
    if (given === null) response.status(BAD_REQUEST).type('text').send('So much cannot be refunded.');
    else response.redirect(303, sessions.find(request.params.id)?.success_url ?? '/');
  });
  app.get('/v1/refunds', (request, response) => {
    response.json(pageOf([...books.refunds.values()].reverse(), request.query));
  });
  app.get('/v1/disputes', (request, response) => {
    const { payment_intent: of } = request.query;
    const all = [...books.disputes.values()].reverse();
    const found = all.filter(({ payment_intent: payment }) => of === undefined || payment === of);
    response.json(pageOf(found, request.query));
  });
  app.post('/v1/disputes/:id/close', (request, response) => {
    const lost = loseDispute(books, request.params.id);
    if (lost === null) response.status(UNKNOWN).json(errorOf('No such dispute.'));
    else response.json(lost);
    const site = siteOf(lost?.payment_intent ?? '');
    if (lost !== null && site !== null) void send('charge.dispute.closed', lost, site);
  });
}

function pages(app: Express, { books, sessions, send }: Parts): void {
  app.get('/pay/:id', (request, response) => {
    const found = sessions.find(request.params.id);
    if (found === null) response.status(UNKNOWN).type('text').send('There is no such checkout.');
    else if (found.status !== 'open')
      response.redirect(found.status === 'complete' ? found.success_url : found.cancel_url);
    else response.type('html').send(checkoutPage(found, null));
  });
  app.post('/pay/:id', async (request, response) => {
    const { card, confirmed } = request.body as { card?: string; confirmed?: string };
    const outcome = sessions.pay(request.params.id, card ?? '', confirmed === 'yes');
    if (outcome.kind === 'unknown') response.status(UNKNOWN).type('text').send('There is no such checkout.');
    else if (outcome.kind === 'refused') response.type('html').send(checkoutPage(outcome.session, outcome.problem));
    else if (outcome.kind === 'confirm') response.type('html').send(checkoutPage(outcome.session, null, outcome.card));
    else {
      if (outcome.isNew) void send('checkout.session.completed', outcome.session);
      const { payment_intent: intent } = outcome.session;
      if (outcome.isNew && isDisputed(card ?? '') && intent !== null) dispute(books, intent);
      response.redirect(303, outcome.session.success_url);
    }
  });
}

/** Sends messages to the site that has opened a session, signed as Stripe signs. */
function sender({ clock, webhookSecret, webhookPath, onUndelivered }: SandboxOptions): Send {
  return async (type, about, session = about as SandboxSession) => {
    const seconds = Math.floor(clock().getTime() / MS_PER_SECOND);
    const payload = JSON.stringify({
      ...{ id: `evt_${about.id}_${seconds}`, object: 'event', type, created: seconds, livemode: false },
      data: { object: 'success_url' in about ? { ...about, payment_intent: about.payment_intent?.id } : about },
    });
    const signature = Stripe.webhooks.generateTestHeaderString({
      ...{ payload, secret: webhookSecret, timestamp: seconds },
    });
    const { port } = new URL(session.success_url);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    try {
      const answer = await fetch(`http://${LOOPBACK}:${port}${webhookPath}`, {
        ...{ method: 'POST', headers, body: payload },
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`The site answered ${answer.status}.`);
    } catch (error) {
      onUndelivered(error);
    }
  };
}

/** Address under which the page of a session stands. */
function originOf(request: Request): string {
  return `http://${request.get('host')}`;
}

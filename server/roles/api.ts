import type { IncomingHttpHeaders, Server } from 'node:http';
import { campusOfHost } from '#domain/campus/registry.ts';
import { claimStream } from '#domain/kernel/systemEvents.ts';
import { collections } from '#projections/registry.ts';
import type { Config } from '../config.ts';
import { clientAddress } from '../http/address.ts';
import { createApp } from '../http/app.ts';
import { createHttpServer } from '../http/connections.ts';
import { createOriginRule } from '../http/origins.ts';
import { createAuthenticate } from '../http/requestContext.ts';
import { createRoutes, hasSecureCookies } from '../http/routes.ts';
import { createNoteRefusal } from '../http/securityWatch.ts';
import { socketRoute } from '../http/sockets.ts';
import { createAdmission } from '../hub/admission.ts';
import type { Hub } from '../hub/hub.ts';
import { attachSocketIo } from '../hub/socketIo.ts';
import { readCookies } from '../identity/cookies.ts';
import type { Identity } from '../identity/identity.ts';
import { keyedHash } from '../kernel/keyedHash.ts';
import { firstView, pictures, serverNouns } from '../nouns.ts';
import type { HealthCheck } from '../observability/health.ts';
import type { Logger } from '../observability/logging.ts';
import type { Metrics } from '../observability/metrics/metrics.ts';
import type { SecurityLog } from '../observability/securityLog.ts';
import type { LogReach } from '../read/certainty.ts';
import type { KnownEras } from '../read/knownEras.ts';
import type { OpenReads } from '../read/openReads.ts';
import { createSharedReads } from '../read/sharedReads.ts';
import { createTopicReader } from '../read/snapshot.ts';
import type { ClientCommands } from '../write/clientCommands.ts';
import type { Dispatcher } from '../write/dispatcher.ts';
import type { StartRates } from '../write/rateLimiter.ts';
import type { Closing } from './closing.ts';
import type { Foundation } from './foundation.ts';
import { stopListening } from './listen.ts';

/** Ports of the API. */
export interface ApiPorts extends Pick<Foundation, 'media' | 'mailbox' | 'store' | 'log' | 'secrets'> {
  readonly config: Config;
  readonly reads: OpenReads;
  readonly eras: KnownEras;
  readonly hub: Hub;
  readonly identity: Identity;
  readonly dispatcher: Dispatcher;
  readonly commands: ClientCommands;
  readonly health: readonly HealthCheck[];
  readonly metrics: Pick<Metrics, 'text'>;
  readonly rates?: StartRates | undefined;
  readonly clock: () => Date;
  readonly logger: Logger;
  readonly security: SecurityLog;
  readonly closing: Closing;
}

/** The role that answers HTTP and takes commands, with the hub's sockets on the same server; it does not listen yet. */
export function createApi(options: ApiPorts): Server {
  const { config, identity, logger, reads, secrets, hub, store } = options;
  const originRule = createOriginRule(config);
  const reach: LogReach = {
    published: () => hub.stats().position,
    head: () => store.head(),
    waitFor: (position) => hub.waitFor(position),
  };
  const routes = createRoutes({
    ...options,
    readStore: reads,
    usernameStream: (username) => claimStream('username', keyedHash(secrets.claim, 'username', username)),
    reach,
    pictures,
    firstView,
    nounRoutes: serverNouns.flatMap((noun) => noun.routes ?? []),
    authenticate: createAuthenticate(identity.sessions, hasSecureCookies(config)),
    readTopic: createTopicReader(
      { store: reads, collections, share: createSharedReads(setImmediate), eras: options.eras },
      reach,
    ),
  });
  const addressOf = (headers: IncomingHttpHeaders, peer: string) => clientAddress(headers, peer, config.trustedProxies);
  const userOf = ({ cookie }: IncomingHttpHeaders) =>
    identity.sessions.named(readCookies(cookie, hasSecureCookies(config)));
  const admission = createAdmission({
    userOf,
    isOwnOrigin: originRule,
    addressOf,
    clock: options.clock,
    socketsPerAddress: options.rates?.socketsPerAddress ?? config.socketsPerAddress,
    ...(options.rates && { handshakesPerAddress: options.rates.handshakesPerAddress }),
  });
  const noteRefusal = createNoteRefusal(options.security);
  const app = createApp({
    ...options,
    originRule,
    noteRefusal,
    userOf,
    routes: [socketRoute(admission), ...routes],
    ...(options.rates && { requestsPerAddress: options.rates.requestsPerAddress }),
  });
  const server = createHttpServer({ shouldUpgradeCallback: admission.admits }, app);
  const closeSockets = attachSocketIo(server, hub, {
    admission,
    // A handshake cannot set cookies, so no refresh token is exchanged.
    authenticate: (headers) => identity.sessions.identify(readCookies(headers.cookie, hasSecureCookies(config))),
    campusOf: (host) => campusOfHost(host).id,
    addressOf,
    noteRefusal,
    logger,
  });
  options.closing.add('http', () => stopListening(server, closeSockets));
  return server;
}

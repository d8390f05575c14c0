import type { Server } from 'node:http';
import type { Router } from 'express';
import type { Config } from '../config.ts';
import type { StartRates } from '../fairness/rateLimiter.ts';
import type { JoinRates } from '../fairness/rateShare.ts';
import { clientAddress } from '../http/address.ts';
import { createApp } from '../http/app.ts';
import { askingRoute } from '../http/asking.ts';
import { hashedFilesOf } from '../http/client.ts';
import { createHttpServer } from '../http/connections.ts';
import { areaRoutes } from '../http/geoGate.ts';
import { createOriginRule } from '../http/origins.ts';
import { createAuthenticate, createUserOf } from '../http/requestContext.ts';
import { hasSecureCookies, operatorRoutes } from '../http/routes.ts';
import { createNoteRefusal } from '../http/securityWatch.ts';
import { createSocketQuestions } from '../http/socketQuestions.ts';
import { createHubAsking } from '../hub/asking.ts';
import { createGuard } from '../hub/guard.ts';
import type { Hub } from '../hub/hub.ts';
import { systemHubClock } from '../hub/ports.ts';
import type { Identity } from '../identity/identity.ts';
import { isSigned } from '../nouns.ts';
import type { HealthCheck } from '../observability/health.ts';
import type { Logger } from '../observability/logging.ts';
import type { Metrics } from '../observability/metrics/metrics.ts';
import type { SecurityLog } from '../observability/securityLog.ts';
import type { Closing } from './closing.ts';
import { openGeoCheck } from './geoEngines.ts';
import { stopListening } from './listen.ts';
import { createSocketDoor } from './sockets.ts';

/** Ports of the HTTP server. */
export interface FrontPorts {
  readonly config: Config;
  readonly identity: Pick<Identity, 'sessions'>;
  readonly health: readonly HealthCheck[];
  readonly metrics: Pick<Metrics, 'text'>;
  readonly rates?: StartRates | undefined;
  /** `null`: this process is alone. */
  readonly rateShare: JoinRates | null;
  readonly clock: () => Date;
  readonly logger: Logger;
  readonly security: SecurityLog;
  readonly closing: Closing;
  /** Routes of the API; none where it is another process's. */
  readonly api: readonly Router[];
  /** `null` where it is another process's. */
  readonly hub: Hub | null;
  /** Answers questions over HTTP; the same, or one without sockets that was not started. */
  readonly askedHub: Hub | null;
}

/** The HTTP server of a process, with what its roles answer; it does not listen yet. */
export async function createFront(ports: FrontPorts): Promise<Server> {
  const { config, identity, hub, askedHub, rates } = ports;
  const originRule = createOriginRule(config);
  const noteRefusal = createNoteRefusal(ports.security);
  const userOf = createUserOf(identity.sessions, hasSecureCookies(config));
  const geo = await openGeoCheck(config.geo, ports);
  const shared = { ...ports, originRule, isSigned, noteRefusal, userOf, geo };
  const { route, shouldUpgradeCallback, attach } = createSocketDoor(hub, shared);
  const start = hub === null ? () => askedHub?.start() : undefined;
  const asking = askedHub === null ? null : createHubAsking({ hub: askedHub, start, clock: systemHubClock });
  const authenticate = createAuthenticate(identity.sessions, hasSecureCookies(config));
  const ofAsking = asking === null ? [] : [askingRoute({ ...shared, asking, authenticate })];
  const app = createApp({
    ...shared,
    routes: [route, ...operatorRoutes(ports), ...areaRoutes(geo), ...ofAsking, ...ports.api],
    requestsPerAddress: rates?.requestsPerAddress,
    isHashedFile: hashedFilesOf(config.clientDir),
  });
  const questions = createSocketQuestions({
    ...shared,
    addressOf: (headers, peer) => clientAddress(headers, peer, config.trustedProxies),
    guard: createGuard(ports.logger),
  });
  const server = createHttpServer(
    { shouldUpgradeCallback: (request) => shouldUpgradeCallback(request) || questions.admits(request) },
    app,
  );
  const closeSockets = attach(server);
  const closeQuestions = questions.attach(server, app);
  ports.closing.add('http', () => {
    closeQuestions();
    asking?.close();
    return stopListening(server, closeSockets);
  });
  return server;
}

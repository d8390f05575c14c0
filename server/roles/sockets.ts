import type { IncomingHttpHeaders, Server, ServerOptions } from 'node:http';
import type { Router } from 'express';
import { campusOfHost } from '#domain/campus/registry.ts';
import type { Config } from '../config.ts';
import type { StartRates } from '../fairness/rateLimiter.ts';
import type { JoinRates } from '../fairness/rateShare.ts';
import type { GeoCheck } from '../geo/geoCheck.ts';
import { clientAddress } from '../http/address.ts';
import { timeZoneOf } from '../http/geoGate.ts';
import type { OriginRule } from '../http/origins.ts';
import type { UserOf } from '../http/requestContext.ts';
import { hasSecureCookies } from '../http/routes.ts';
import { socketRoute } from '../http/sockets.ts';
import { createAdmission } from '../hub/admission.ts';
import type { Hub } from '../hub/hub.ts';
import { attachSocketIo } from '../hub/socketIo.ts';
import { readCookies } from '../identity/cookies.ts';
import type { Identity } from '../identity/identity.ts';
import type { Logger } from '../observability/logging.ts';
import type { NoteRefusal } from '../observability/securityLog.ts';

/** The sockets of a process on its HTTP server. */
export interface SocketDoor {
  /** Answers requests to the sockets' path that become none. */
  readonly route: Router;
  readonly shouldUpgradeCallback: NonNullable<ServerOptions['shouldUpgradeCallback']>;
  /** Puts the sockets on the server. @returns a function that ends them */
  attach(server: Server): () => Promise<void>;
}

/** Ports of the sockets. */
export interface SocketPorts {
  readonly config: Config;
  readonly identity: Pick<Identity, 'sessions'>;
  readonly rates?: StartRates | undefined;
  /** `null`: this process is alone. */
  readonly rateShare: JoinRates | null;
  readonly clock: () => Date;
  readonly logger: Logger;
  readonly originRule: OriginRule;
  readonly userOf: UserOf;
  readonly noteRefusal: NoteRefusal;
  /** `null`: the site is for everywhere. */
  readonly geo: GeoCheck | null;
}

/** Sockets for a hub; where the hub is another process's, every request for one is refused. */
export function createSocketDoor(hub: Hub | null, ports: SocketPorts): SocketDoor {
  if (hub === null) {
    return { route: socketRoute(null), shouldUpgradeCallback: () => false, attach: () => async () => undefined };
  }
  const { config, identity, rates, rateShare, clock, logger, originRule, userOf, noteRefusal, geo } = ports;
  const addressOf = (headers: IncomingHttpHeaders, peer: string) => clientAddress(headers, peer, config.trustedProxies);
  const admission = createAdmission({
    userOf,
    isOwnOrigin: originRule,
    addressOf,
    clock,
    logger,
    rateShare,
    socketsPerAddress: rates?.socketsPerAddress ?? config.socketsPerAddress,
    handshakesPerAddress: rates?.handshakesPerAddress,
  });
  return {
    route: socketRoute(admission),
    shouldUpgradeCallback: admission.admits,
    attach: (server) =>
      attachSocketIo(server, hub, {
        admission,
        // The handshake of a hub sets no cookies, so no refresh token is exchanged.
        authenticate: (headers) => identity.sessions.identify(readCookies(headers.cookie, hasSecureCookies(config))),
        campusOf: (host) => campusOfHost(host).id,
        addressOf,
        ...(geo !== null && { isOutside: (headers, address) => geo.isOutside(address, timeZoneOf(headers)) }),
        noteRefusal,
        logger,
      }),
  };
}

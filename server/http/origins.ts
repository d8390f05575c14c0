import { networkInterfaces } from 'node:os';
import type { RequestHandler } from 'express';
import { campuses } from '#domain/campus/registry.ts';
import type { Config } from '../config.ts';
import { refuseWith } from './errors.ts';

/**
 * Whether a browser page of this origin may change something here. `host` is the request's own `Host`.
 * Also the socket's handshake asks it: the same-origin policy does not cover sockets.
 */
export type OriginRule = (origin: string | undefined, host: string | undefined) => boolean;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Makes the rule. In production exactly the campuses' sites and PUBLIC_URL; in development a page that was served
 * by this very host and port, where the host is a name that only this machine (or, with `--lan`, this network) has,
 * so that no page of the internet gets in by pointing its own name at us.
 */
export function createOriginRule(config: Pick<Config, 'environment' | 'publicUrl' | 'lan'>): OriginRule {
  const sites = new Set(campuses.map(({ url }) => new URL(url).origin));
  if (config.publicUrl !== null) sites.add(config.publicUrl);
  if (config.environment === 'production') return (origin) => origin !== undefined && sites.has(origin);

  const lanHosts = new Set(config.lan ? lanAddresses() : []);
  return (origin, host) => {
    if (origin === undefined || host === undefined || !URL.canParse(origin)) return false;
    if (origin === config.publicUrl) return true;
    const url = new URL(origin);
    const local = LOOPBACK.has(url.hostname) || url.hostname.endsWith('.localhost') || lanHosts.has(url.hostname);
    return local && origin === `http://${host.toLowerCase()}`;
  };
}

/** Addresses of this machine in its local networks (IPv4). */
export function lanAddresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}

/** Refuses every request that changes something and does not come from one of our own pages. */
export function requireOwnOrigin(rule: OriginRule): RequestHandler {
  return (request, _response, next) => {
    if (!SAFE_METHODS.has(request.method) && !rule(request.get('origin'), request.get('host'))) {
      throw refuseWith('ORIGIN_REFUSED');
    }
    next();
  };
}

import type { RequestHandler, Response } from 'express';
import { campuses } from '#domain/campus/registry.ts';
import type { Config } from '../config.ts';
import { UNSUBSCRIBE_PATH } from '../mail/unsubscribe.ts';
import { refuseWith } from './errors.ts';
import { createOwnNames } from './ownHosts.ts';
import type { IsSigned } from './signedBodies.ts';

/**
 * Whether a page of this origin may change something here. `host` is the request's own `Host`. Also checked in the
 * socket's handshake, because the same-origin policy does not cover sockets.
 */
export type OriginRule = (origin: string | undefined, host: string | undefined) => boolean;

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Makes the rule: the origin must be that of the requested host, by scheme, name and port. In production the host must
 * be a campus's site or PUBLIC_URL, so a page of one site cannot change anything on another. In development it must be
 * a name that only this machine (or, with `--lan`, this network) has, against DNS rebinding.
 */
export function createOriginRule(config: Pick<Config, 'environment' | 'publicUrl' | 'lan'>): OriginRule {
  const sites = new Set(config.publicUrl === null ? [] : [config.publicUrl]);
  const isProduction = config.environment === 'production';
  if (isProduction) for (const { url } of campuses) sites.add(new URL(url).origin);
  const isOwnName = createOwnNames(config);
  const isOfDevelopment = ({ protocol, hostname }: URL) => !isProduction && protocol === 'http:' && isOwnName(hostname);

  return (origin, host) => {
    if (origin === undefined || host === undefined || !URL.canParse(origin)) return false;
    const url = new URL(origin);
    return (sites.has(origin) || isOfDevelopment(url)) && origin === originOf(url.protocol, host);
  };
}

/** The origin of a host; without the default port, as in browsers. */
function originOf(protocol: string, host: string): string | null {
  const address = `${protocol}//${host}`;
  return URL.canParse(address) ? new URL(address).origin : null;
}

/** Refuses requests that change something, unless they come from one of our own pages. */
export function requireOwnOrigin(rule: OriginRule, isSigned: IsSigned): RequestHandler {
  return (request, response, next) => {
    // The token in the address, or the signature of the body, is the right to that, and no cookie counts.
    const needsNone = request.path.startsWith(`${UNSUBSCRIBE_PATH}/`) || isSigned(request.path);
    if (!SAFE_METHODS.has(request.method) && !needsNone) {
      const origin = request.get('origin');
      if (!rule(origin, request.get('host'))) throw refuseWith('ORIGIN_REFUSED');
      response.locals.ownOrigin = origin;
    }
    next();
  };
}

/**
 * The site from which a request that changes something came, such as `https://ou.quad.example`. Addresses in mails are
 * made of it and never of the `Host` header, which in production may be anything.
 */
export function ownOriginOf(response: Response): string {
  const origin: unknown = response.locals.ownOrigin;
  if (typeof origin !== 'string') throw new Error('The origin of this request has not been checked.');
  return origin;
}

import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type * as z from 'zod/mini';
import type { Campus } from '#domain/campus/campus.ts';
import { campusOfHost } from '#domain/campus/registry.ts';
import { measureJson } from '#domain/kernel/jsonLimits.ts';
import { createAddressThrottle } from '../fairness/addressThrottle.ts';
import type { Rate } from '../fairness/rate.ts';
import type { JoinRates } from '../fairness/rateShare.ts';
import { readCookies, type SessionCookies, signedInCookies } from '../identity/cookies.ts';
import type { Sessions, SignedIn } from '../identity/sessions.ts';
import { firstProblem } from '../kernel/echo.ts';
import type { Logger } from '../observability/logging.ts';
import { clientAddress } from './address.ts';
import { refuseWith } from './errors.ts';

/** Bytes of a JSON body. */
export const JSON_BODY_MAX_BYTES = 64 * 1024;

/** The user whom a request's cookies prove, without a read of the vault: for rate limits only, not for access. */
export type UserOf = (headers: IncomingHttpHeaders) => string | null;

/** Requests of one network address, pictures included: a whole dormitory may share one. */
export const REQUESTS_PER_ADDRESS: Rate = { perMinute: 6_000, burst: 3_000 };

/** Requests of one user when those of the address are used up: a few pages with their pictures. */
export const REQUESTS_OWN_SHARE: Rate = { perMinute: 240, burst: 240 };

/** Limits the requests of an address. */
export function limitRequests(options: {
  readonly clock: () => Date;
  readonly userOf: UserOf;
  /** Requests of one address; default: `REQUESTS_PER_ADDRESS`. */
  readonly requestsPerAddress?: Rate | undefined;
  /** Whether a path is a file of code that is cached for good: each browser asks for it once. Default: none is. */
  readonly isHashedFile?: ((path: string) => boolean) | undefined;
  /** Lets the limits of requests count for all processes together; `null`: this process is alone. */
  readonly rateShare: JoinRates | null;
}): RequestHandler {
  const { clock, userOf, requestsPerAddress = REQUESTS_PER_ADDRESS, rateShare: share } = options;
  const { isHashedFile = () => false } = options;
  const byAddress = createAddressThrottle(
    { perAddress: requestsPerAddress, ownShare: REQUESTS_OWN_SHARE },
    { clock, name: 'requests', share },
  );
  return (request, _response, next) => {
    // A lecture hall behind one address asks for hundreds of them with its first visits.
    if (isHashedFile(request.path)) return next();
    const seconds = byAddress.take(addressOf(request), () => userOf(request.headers));
    if (seconds > 0) throw refuseWith('RATE_LIMITED', { seconds });
    next();
  };
}

/** Gives every request an id and logs one line about it, with the route's pattern instead of the URL. */
export function requestLog(logger: Logger, clock: () => Date): RequestHandler {
  return (request, response, next) => {
    const startedAt = clock().getTime();
    const requestId = randomUUID();
    response.locals.requestId = requestId;
    response.set('X-Request-Id', requestId);
    response.on('finish', () => {
      const route: unknown = request.route?.path;
      const fields = {
        request: requestId,
        method: request.method,
        // URLs hold user names and search words, so only the pattern is logged.
        route: typeof route === 'string' ? route : '(none)',
        status: response.statusCode,
        ms: clock().getTime() - startedAt,
      };
      logger.info(fields, 'request');
    });
    next();
  };
}

/** The campus on whose site the request came (CAMP-01, CAMP-02). */
export function campusOf(request: Request): Campus {
  return campusOfHost(request.get('host') ?? '');
}

/** The addresses of the requests that are under way: several limits ask for it. */
const addresses = new WeakMap<Request, string>();

/** The network address, through the proxies that are trusted. */
export function addressOf(request: Request): string {
  const known = addresses.get(request);
  if (known !== undefined) return known;
  const address = readAddress(request);
  addresses.set(request, address);
  return address;
}

function readAddress(request: Request): string {
  const trustedProxies: unknown = request.app.get('trusted proxies');
  const proxies = typeof trustedProxies === 'number' ? trustedProxies : 0;
  // `null` if the connection is already gone; Node's types lack that.
  const socket = request.socket as Request['socket'] | null;
  return clientAddress(request.headers, socket?.remoteAddress ?? 'unknown', proxies);
}

/** Marks in the locals an answer that can't set cookies: no token is exchanged for it. */
export const TAKES_NO_COOKIES = 'takesNoCookies';

/** Makes what says whom the cookies of a request prove it to be from, without a question to a store. */
export function createUserOf(sessions: Pick<Sessions, 'named'>, secureCookies: boolean): UserOf {
  return ({ cookie }) => sessions.named(readCookies(cookie, secureCookies));
}

/** Authenticates a request; a browser with an expired access token gets a new one. */
export function createAuthenticate(sessions: Sessions, secureCookies: boolean) {
  const identify = async (cookies: SessionCookies): Promise<SignedIn | null> => {
    const claims = await sessions.identify(cookies);
    return claims === null ? null : { ...claims, renewed: null };
  };
  return async (request: Request, response: Response): Promise<SignedIn | null> => {
    const cookies = readCookies(request.get('cookie'), secureCookies);
    const signedIn =
      response.locals[TAKES_NO_COOKIES] === true ? await identify(cookies) : await sessions.authenticate(cookies);
    response.locals.userId = signedIn?.userId;
    if (signedIn !== null && signedIn.renewed !== null) {
      const { access, refresh } = signedIn.renewed;
      response.append('Set-Cookie', [...signedInCookies(access, refresh, secureCookies)]);
    }
    return signedIn;
  };
}

/** See `createAuthenticate`. */
export type Authenticate = ReturnType<typeof createAuthenticate>;

/** A JSON body that fits the schema. @throws HttpRefused naming the first field that does not */
export function readBody<Schema extends z.ZodMiniType>(request: Request, schema: Schema): z.output<Schema> {
  // Express leaves `body` undefined when there is none, or none that is JSON.
  const body: unknown = request.body ?? {};
  if (!measureJson(body).withinLimits) throw refuseWith('COMMAND_TOO_COMPLEX');
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw refuseWith('REQUEST_INVALID', firstProblem(parsed.error, 'body'));
}

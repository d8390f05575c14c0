import { timingSafeEqual } from 'node:crypto';
import { type Request, Router } from 'express';
import { keyedHash } from '../dispatch/keyedHash.ts';
import type { Metrics } from '../metrics.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
/** Headers by which a proxy on this machine says that the request came from elsewhere. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const;

/**
 * `/metrics` for Prometheus: for programs on this machine, and for those who send `METRICS_TOKEN` as a bearer token.
 * For everybody else there is no such page.
 */
export function metricsRoutes(metrics: Pick<Metrics, 'text'>, token: string | null): Router {
  const router = Router();
  router.get('/metrics', async (request, response, next) => {
    if (!isLocal(request) && !hasToken(request, token)) return next();
    const { type, body } = await metrics.text();
    response.set('Cache-Control', 'no-store').set('Content-Type', type).end(body);
  });
  return router;
}

function isLocal(request: Request): boolean {
  const address = request.socket.remoteAddress ?? '';
  return LOOPBACK.has(address) && FORWARDED.every((name) => request.headers[name] === undefined);
}

function hasToken(request: Request, token: string | null): boolean {
  const [scheme, sent] = (request.get('authorization') ?? '').split(' ');
  if (token === null || scheme !== 'Bearer' || sent === undefined) return false;
  // Hashes are of one length, so that comparing them tells nothing of the token's.
  const hash = (text: string) => Buffer.from(keyedHash(Buffer.from(token), 'metrics', text));
  return timingSafeEqual(hash(sent), hash(token));
}

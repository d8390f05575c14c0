import { timingSafeEqual } from 'node:crypto';
import { type Request, Router } from 'express';
import { keyedHash } from '../kernel/keyedHash.ts';
import { refuseWith } from './errors.ts';

/** Source of the page's text. */
export interface MetricsText {
  text(): Promise<{ readonly type: string; readonly body: string }>;
}

/**
 * `/metrics` for Prometheus, with `METRICS_TOKEN` as a bearer token; who sends none, or another, gets 401. A server without
 * a token has no such page, also for this machine: a proxy beside the server forwards requests of the whole internet.
 */
export function metricsRoutes(metrics: MetricsText, token: string | null): Router {
  const router = Router();
  router.get('/metrics', async (request, response) => {
    if (token === null) throw refuseWith('NOT_FOUND');
    if (!hasToken(request, token)) {
      response.set('WWW-Authenticate', 'Bearer');
      throw refuseWith('METRICS_TOKEN');
    }
    const { type, body } = await metrics.text();
    response.set('Cache-Control', 'no-store').set('Content-Type', type).end(body);
  });
  return router;
}

/** Whether a request has the operators' token. */
export function hasToken(request: Request, token: string | null): boolean {
  const [scheme, sent] = (request.get('authorization') ?? '').split(' ');
  if (token === null || scheme !== 'Bearer' || sent === undefined) return false;
  // Hashes have one length, so that the comparison does not reveal the token's length.
  const hash = (text: string) => Buffer.from(keyedHash(Buffer.from(token), 'metrics', text));
  return timingSafeEqual(hash(sent), hash(token));
}

import { timingSafeEqual } from 'node:crypto';
import { type Request, Router } from 'express';
import { keyedHash } from '../kernel/keyedHash.ts';

/** Where the page gets its text. */
export interface MetricsText {
  text(): Promise<{ readonly type: string; readonly body: string }>;
}

/**
 * `/metrics` for Prometheus: for those who send `METRICS_TOKEN` as a bearer token, from this machine or another. For
 * everybody else there is no such page. A program on this machine is not trusted for that alone: a proxy beside the
 * server speaks for the whole internet.
 */
export function metricsRoutes(metrics: MetricsText, token: string | null): Router {
  const router = Router();
  router.get('/metrics', async (request, response, next) => {
    if (!hasToken(request, token)) return next();
    const { type, body } = await metrics.text();
    response.set('Cache-Control', 'no-store').set('Content-Type', type).end(body);
  });
  return router;
}

/** Whether a request brings the token of those who run the site. */
export function hasToken(request: Request, token: string | null): boolean {
  const [scheme, sent] = (request.get('authorization') ?? '').split(' ');
  if (token === null || scheme !== 'Bearer' || sent === undefined) return false;
  // Hashes are of one length, so that comparing them tells nothing of the token's.
  const hash = (text: string) => Buffer.from(keyedHash(Buffer.from(token), 'metrics', text));
  return timingSafeEqual(hash(sent), hash(token));
}

import { type Request, Router } from 'express';
import { type HealthCheck, problemOf } from '../observability/health.ts';

/** Stands for a reason that is withheld. */
const NOT_READY = 'not ready';

/**
 * `/health/live` (the process answers) and `/health/ready` (it can serve people, or which part cannot). Reasons go only
 * to authorized callers, because they name folders and quote libraries.
 */
export function healthRoutes(checks: readonly HealthCheck[], mayHearReasons: (request: Request) => boolean): Router {
  const router = Router();
  /** The look that is under way: who asks meanwhile shares it, since each look asks all stores. */
  let look: Promise<(string | null)[]> | null = null;
  const looked = () => {
    look ??= Promise.all(checks.map(({ check }) => problemOf(check))).finally(() => {
      look = null;
    });
    return look;
  };
  router.get('/health/live', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ live: true });
  });
  router.get('/health/ready', async (request, response) => {
    const problems = await looked();
    const ready = checks.every(({ isBearable = false }, index) => isBearable || problems[index] === null);
    const hears = mayHearReasons(request);
    const said = (problem: string | null | undefined) => (problem == null ? 'ready' : hears ? problem : NOT_READY);
    const parts = Object.fromEntries(checks.map(({ name }, index) => [name, said(problems[index])]));
    response
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ ready, parts });
  });
  return router;
}

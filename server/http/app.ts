import compression from 'compression';
import express, { type Express, type Router } from 'express';
import type { Config } from '../config.ts';
import type { Rate } from '../fairness/rate.ts';
import type { JoinRates } from '../fairness/rateShare.ts';
import type { Logger } from '../observability/logging.ts';
import type { NoteRefusal } from '../observability/securityLog.ts';
import { errorHandler, notFound } from './errors.ts';
import { type OriginRule, requireOwnOrigin } from './origins.ts';
import { JSON_BODY_MAX_BYTES, limitRequests, requestLog, type UserOf } from './requestContext.ts';
import { securityHeaders } from './securityHeaders.ts';
import { securityWatch } from './securityWatch.ts';
import { type IsSigned, signedBodies } from './signedBodies.ts';
import { limitUnread } from './unreadAnswers.ts';

/** Adds the middleware of all routes, in the order in which requests pass it, and the routes. */
export function createApp(options: {
  readonly config: Pick<Config, 'environment' | 'trustedProxies'>;
  readonly logger: Logger;
  readonly noteRefusal: NoteRefusal;
  readonly clock: () => Date;
  readonly originRule: OriginRule;
  readonly isSigned: IsSigned;
  readonly userOf: UserOf;
  readonly routes: readonly Router[];
  /** Requests of one address; default: `REQUESTS_PER_ADDRESS`. */
  readonly requestsPerAddress?: Rate | undefined;
  /** Files of the client that count for nobody. */
  readonly isHashedFile?: ((path: string) => boolean) | undefined;
  /** Lets the limits of requests count for all processes together; `null`: this process is alone. */
  readonly rateShare: JoinRates | null;
}): Express {
  const { config, logger, clock, originRule, isSigned, routes } = options;
  const app = express();
  app.disable('x-powered-by');
  app.set('trusted proxies', config.trustedProxies);
  app.set('query parser', 'simple');
  app.use(requestLog(logger, clock));
  app.use(securityWatch(options.noteRefusal));
  app.use(securityHeaders(config));
  app.use(limitRequests(options));
  // Compresses scripts, answers, and visitors' pages; pictures are compressed already. Answers with the viewer's data
  // beside others' have `no-transform`, or are packed in parts (BREACH, `pageParts.ts`).
  app.use(compression());
  app.use(limitUnread());
  app.use(requireOwnOrigin(originRule, isSigned));
  app.use(signedBodies(isSigned));
  app.use(express.json({ limit: JSON_BODY_MAX_BYTES, strict: true }));
  for (const route of routes) app.use(route);
  app.use(notFound);
  app.use(errorHandler(logger));
  return app;
}

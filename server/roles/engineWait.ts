import { setTimeout as pause } from 'node:timers/promises';
import express from 'express';
import { Unavailable } from '#projections/engine/eventLog.ts';
import type { Config } from '../config.ts';
import { healthRoutes } from '../http/health.ts';
import { mayHearReasonsBy } from '../http/routes.ts';
import type { Logger } from '../observability/logging.ts';
import { networkOf } from './engines.ts';
import { listen, stopListening } from './listen.ts';

/** Milliseconds for which a start tries an engine again that is away: an election ends in a few seconds. */
const WAIT_MAX_MS = 60_000;
/** Milliseconds between two tries. */
const TRY_EVERY_MS = 1_000;
/** Seconds after which a client may ask again. */
const RETRY_AFTER_S = 5;
/** Stable name of the log line about an engine that is away. */
const ENGINE_AWAY = 'engine_away';
/** Part of readiness that is missing. */
const ENGINES = 'engines';

/** Options of the wait; tests shorten it. */
export interface EngineWaitOptions {
  readonly waitMaxMs?: number | undefined;
  readonly tryEveryMs?: number | undefined;
}

/** A start that is tried again. */
type Start<T> = (onEnginesThere: () => Promise<void>) => Promise<T>;

/**
 * Starts a process, and again for a minute while an engine over the network is away. Settings that are wrong end it at
 * once. Meanwhile `/health/live` answers and `/health/ready` names what is missing.
 *
 * @param start gets what ends these answers: it calls that when the engines are there, before it listens itself
 * @throws whatever the last try did
 */
export async function waitForEngines<T>(
  config: Config,
  logger: Logger,
  start: Start<T>,
  { waitMaxMs = WAIT_MAX_MS, tryEveryMs = TRY_EVERY_MS }: EngineWaitOptions = {},
): Promise<T> {
  let problem = '';
  let answering: (() => Promise<void>) | null = null;
  const endAnswers = async (): Promise<void> => {
    const end = answering;
    answering = null;
    await end?.();
  };
  const begun = performance.now();
  try {
    for (;;) {
      try {
        return await start(endAnswers);
      } catch (error) {
        const away = networkOf(config) === null ? null : reasonOf(error);
        if (away === null || performance.now() - begun + tryEveryMs > waitMaxMs) throw error;
        if (problem === '') {
          const seconds = Math.round(waitMaxMs / 1_000);
          logger.warn({ event: ENGINE_AWAY }, `${away} The start is tried again for ${seconds} s.`);
        }
        problem = away;
        answering ??= await answerMeanwhile(config, () => problem);
        await pause(tryEveryMs);
      }
    }
  } finally {
    await endAnswers();
  }
}

/** Why an engine is away; `null`: the error is another one, which does not get better by itself. */
function reasonOf(error: unknown): string | null {
  const cause = error instanceof Error ? error.cause : null;
  if (error instanceof Unavailable) return error.message;
  return cause instanceof Unavailable ? cause.message : null;
}

/** Answers questions about health at the address of the process. @returns ends that @throws ListenFailed */
async function answerMeanwhile(config: Config, problem: () => string): Promise<() => Promise<void>> {
  const { createServer } = await import('node:http');
  const app = express().disable('x-powered-by');
  app.use(healthRoutes([{ name: ENGINES, check: async () => problem() }], mayHearReasonsBy(config)));
  app.use((_request, response) => {
    response
      .status(503)
      .set({ 'Retry-After': String(RETRY_AFTER_S), 'Cache-Control': 'no-store' })
      .end();
  });
  const server = createServer(app);
  await listen(server, config);
  return () => stopListening(server, () => Promise.resolve());
}

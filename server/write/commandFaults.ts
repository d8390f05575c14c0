import { Unavailable } from '#projections/engine/eventLog.ts';
import type { Logger } from '../observability/logging.ts';

/** Milliseconds between two lines about commands that get no answer. */
const OUTAGE_LINE_EVERY_MS = 10_000;

/**
 * Logs failed commands. A fault of ours gets a line with its stack. An outage gets one line in ten seconds with a
 * count, because a full disk would otherwise cause a line for every command.
 *
 * @param now milliseconds; never goes back
 */
export function createCommandFaults(
  logger: Pick<Logger, 'warn' | 'error'>,
  now: () => number,
): (error: unknown, command: string) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let unlogged = 0;
  return (error, command) => {
    if (!(error instanceof Unavailable)) {
      logger.error({ err: error, command }, 'A command failed.');
      return;
    }
    unlogged += 1;
    if (now() - loggedAt < OUTAGE_LINE_EVERY_MS) return;
    logger.warn({ command, commands: unlogged, reason: error.message }, 'Commands get no answer for now.');
    loggedAt = now();
    unlogged = 0;
  };
}

import { Unavailable } from '#projections/engine/eventLog.ts';
import type { Logger } from '../observability/logging.ts';

/** Milliseconds between two lines about commands that get no answer. */
const OUTAGE_LINE_EVERY_MS = 10_000;

/**
 * Logs what became of commands that failed. A fault of ours is a line of its own, with its stack. An outage is told
 * once and then counted: a full disk would otherwise write a line for every command of everybody.
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

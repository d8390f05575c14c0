import { leaveDeadOnes, reportSilence, SILENT_MS, whileUnderWay } from './connections.ts';

/** Milliseconds without an answer after which the page's other connection is looked at. */
const DOUBT_MS = 3_000;

/** The answer did not begin in time. */
class TooLate extends Error {}

/**
 * Asks, and again over another connection when no answer begins in time: one may have died and say nothing, and the browser
 * gives up that of a request that is called off. Also before its time, when another connection was found dead.
 *
 * @param tries milliseconds that each try may take until its answer begins; how long that is does not count
 * @param outer calls it off for good
 * @throws TooLate at the last try, and whatever `ask` throws
 */
export async function answerInTime(
  ask: (signal: AbortSignal) => Promise<Response>,
  tries: readonly number[],
  outer?: AbortSignal,
): Promise<Response> {
  for (const [index, milliseconds] of tries.entries()) {
    const late = new AbortController();
    const stopWatching = watch(() => late.abort(new TooLate('No answer began in time.')), milliseconds);
    try {
      return await ask(outer === undefined ? late.signal : AbortSignal.any([outer, late.signal]));
    } catch (error) {
      const mayRepeat = late.signal.aborted && outer?.aborted !== true && index < tries.length - 1;
      if (!mayRepeat) throw error;
      await leaveDeadOnes();
    } finally {
      stopWatching();
    }
  }
  throw new TooLate('There was no try.');
}

function watch(giveUp: () => void, milliseconds: number): () => void {
  const askedAt = performance.now();
  const doubt = setTimeout(reportSilence, DOUBT_MS);
  const timer = setTimeout(giveUp, milliseconds);
  const leave = whileUnderWay(() => performance.now() - askedAt >= SILENT_MS && giveUp());
  return () => {
    clearTimeout(doubt);
    clearTimeout(timer);
    leave();
  };
}

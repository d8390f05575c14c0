/** The answer did not begin in time. */
class TooLate extends Error {}

/**
 * Asks, and again over another connection when no answer begins in time: one may have died and say nothing, and the browser
 * gives up that of a request that is called off.
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
    const timer = setTimeout(() => late.abort(new TooLate('No answer began in time.')), milliseconds);
    try {
      return await ask(outer === undefined ? late.signal : AbortSignal.any([outer, late.signal]));
    } catch (error) {
      const mayRepeat = late.signal.aborted && outer?.aborted !== true && index < tries.length - 1;
      if (!mayRepeat) throw error;
    } finally {
      clearTimeout(timer);
    }
  }
  throw new TooLate('There was no try.');
}

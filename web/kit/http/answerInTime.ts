import { leaveDeadOnes, moveSilentOnes, reportSilence, SILENT_MS, whileUnderWay } from './connections.ts';

/** Milliseconds without an answer after which the page's other connection is looked at. */
export const DOUBT_MS = 3_000;
/** Milliseconds after which an answer that has begun, or a part of a file, comes no further. */
const PART_MS = 30_000;
/** Milliseconds within which an answer over another way has to begin, try by try. */
const OTHER_WAY_MS = [8_000, 12_000] as const;
/** The same where it comes before the first way, within one try of both. */
const OTHER_WAY_FIRST_MS = 6_000;

/** No answer began in time, or it came no further. */
class TooLate extends Error {}
/** The connection died. */
class Died extends TooLate {}

/** A request and its limits. */
export interface InTime {
  /** Milliseconds that each try may take until its answer begins. */
  readonly tries: readonly number[];
  /** A try that is late may still take effect, and the next one would be a second time: it follows only where the connection died. */
  readonly onlyAfterDeath?: boolean;
  /** A server has this at hand: without an answer in time, while another connection has one, its connection died. */
  readonly isAtHand?: boolean;
  /** Called when a try was late, and no connection of the browser answers. */
  readonly allDead?: () => void;
  /** Calls it off for good. */
  readonly signal?: AbortSignal | undefined;
}

/** Asks once. Resolves when the answer is there to its end, and calls `heard` at its beginning and at each part of it. */
export type Ask<Answer> = (signal: AbortSignal, heard: () => void) => Promise<Answer>;

/**
 * Asks, and again over another connection when no answer comes in time: one may have died and say nothing, and the browser
 * gives up that of a request that is called off. Also before its time, when another connection was found dead.
 *
 * @throws TooLate at the last try, and whatever `ask` throws
 */
export async function answerInTime<Answer>(
  ask: Ask<Answer>,
  { tries, onlyAfterDeath = false, isAtHand = false, allDead, signal: outer }: InTime,
): Promise<Answer> {
  for (const [index, milliseconds] of tries.entries()) {
    const late = new AbortController();
    const watch = watchOver((reason) => late.abort(reason), milliseconds, index < tries.length - 1);
    try {
      return await ask(outer === undefined ? late.signal : AbortSignal.any([outer, late.signal]), watch.heard);
    } catch (error) {
      const isOver = !late.signal.aborted || outer?.aborted === true || index === tries.length - 1;
      if (isOver || (onlyAfterDeath && !(late.signal.reason instanceof Died))) throw error;
      if (!(await leaveDeadOnes())) allDead?.();
      else if (isAtHand) moveSilentOnes();
    } finally {
      watch.stop();
    }
  }
  throw new TooLate('There was no try.');
}

/**
 * Asks in time, and another way as well once no connection of the browser answers: over HTTP/2 it may go on with the one that
 * died. The first answer counts, and calls off the other way.
 *
 * @throws whatever the last of both throws
 */
export function answerEitherWay<Answer>(ask: Ask<Answer>, otherWay: Ask<Answer>, limits: InTime): Promise<Answer> {
  const over = new AbortController();
  const signal = limits.signal === undefined ? over.signal : AbortSignal.any([limits.signal, over.signal]);
  let under = 0;
  return new Promise<Answer>((resolve, reject) => {
    const follow = (answer: Promise<Answer>) => {
      under += 1;
      answer.then(resolve, (error: unknown) => {
        under -= 1;
        if (under === 0) reject(error);
      });
    };
    let isBegun = false;
    const allDead = () => {
      if (!isBegun) follow(answerInTime(otherWay, { tries: OTHER_WAY_MS, signal }));
      isBegun = true;
    };
    follow(answerInTime(ask, { ...limits, allDead, signal }));
  }).finally(() => over.abort());
}

/**
 * Asks in time, and once no connection of the browser answers, the other way first in each further try: one way at a time,
 * so that a request that changes something is under way once. A second try may still be a second time, as ever.
 *
 * @throws whatever the last try throws
 */
export function answerInTurn<Answer>(ask: Ask<Answer>, otherWay: Ask<Answer>, limits: InTime): Promise<Answer> {
  let isDead = false;
  const either: Ask<Answer> = async (signal, heard) => {
    if (!isDead) return ask(signal, heard);
    try {
      return await answerInTime(otherWay, { tries: [OTHER_WAY_FIRST_MS], signal });
    } catch (error) {
      // It did not come that way; with a new connection, the first one may be there again.
      if (signal.aborted) throw error;
      return ask(signal, heard);
    }
  };
  const allDead = () => {
    isDead = true;
  };
  return answerInTime(either, { ...limits, allDead });
}

/**
 * The whole body of an answer, part by part: the browser keeps a large one on the disk.
 *
 * @param onBytes called with the number of bytes so far
 */
export async function bytesOf(
  response: Response,
  heard: () => void,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<Blob> {
  let bytes = 0;
  heard();
  const parts = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        heard();
        bytes += part.byteLength;
        onBytes(bytes);
        controller.enqueue(part);
      },
    }),
  );
  return new Response(parts ?? null).blob();
}

function watchOver(giveUp: (reason: Error) => void, milliseconds: number, goesOn: boolean) {
  let heardAt = performance.now();
  let timers: ReturnType<typeof setTimeout>[] = [];
  const disarm = () => {
    for (const timer of timers) clearTimeout(timer);
  };
  const arm = (limit: number) => {
    disarm();
    const late = () => giveUp(new TooLate('No answer came in time.'));
    timers = [setTimeout(reportSilence, DOUBT_MS), setTimeout(late, limit)];
  };
  const leave = whileUnderWay(() => {
    if (performance.now() - heardAt >= SILENT_MS) giveUp(new Died('The connection died.'));
  }, goesOn);
  let isOver = false;
  arm(milliseconds);
  return {
    heard() {
      heardAt = performance.now();
      if (!isOver) arm(PART_MS);
    },
    stop() {
      isOver = true;
      disarm();
      leave();
    },
  };
}

import { createFairQueue } from './fairQueue.ts';

/** Pages and snapshots that are made at a time: enough to keep stores over the network busy. */
export const ANSWERS_PARALLEL = 32;
/** Of one user, or of the visitors of one address; a whole dormitory may share one. */
export const ANSWERS_PARALLEL_PER_CLIENT = 8;
/** Of one of those, that may wait. */
export const ANSWERS_WAITING = 200;
/** Of all users that may wait, and of all visitors. */
const ANSWERS_WAITING_PER_LANE = 2_000;
/** Milliseconds that one usually takes, for the estimate of a wait. */
const ANSWER_TYPICAL_MS = 10;

/**
 * Runs what makes a large answer, few of one client at a time: its documents and texts are in memory for as long as it takes,
 * and a client may ask for thousands within a second.
 *
 * @param userId `null`: a visitor, who counts by address
 * @throws QueueFull it did not begin
 */
export type TakeAnswerTurn = <T>(userId: string | null, address: string, make: () => Promise<T>) => Promise<T>;

/** Makes the turns of one kind of answers. */
export function createAnswerTurns(): TakeAnswerTurn {
  const queue = createFairQueue(['user', 'visitor'], {
    parallel: ANSWERS_PARALLEL,
    parallelPerKey: ANSWERS_PARALLEL_PER_CLIENT,
    waitingPerKey: ANSWERS_WAITING,
    waitingPerLane: ANSWERS_WAITING_PER_LANE,
    taskMs: ANSWER_TYPICAL_MS,
  });
  return (userId, address, make) =>
    userId === null ? queue.run('visitor', address, make) : queue.run('user', userId, make);
}

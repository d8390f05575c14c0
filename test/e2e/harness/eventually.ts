import { setTimeout as pause } from 'node:timers/promises';
import { SLOWNESS } from './slowness.ts';

/** Milliseconds between two checks of a state that has no events. */
const LOOK_EVERY_MS = 25;
/** Milliseconds that a state may take on a busy machine. */
export const PATIENCE_MS = 45_000 * SLOWNESS;

/**
 * Checks until the state is as wanted, and returns it.
 *
 * @param what for the error: "the server is ready"
 * @param look returns `undefined` until then; throwing counts as that, too
 */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const until = Date.now() + patienceMs;
  let last: unknown = 'it never was';
  do {
    try {
      const state = await look();
      if (state !== undefined) return state;
    } catch (error) {
      last = error;
    }
    await pause(LOOK_EVERY_MS);
  } while (Date.now() < until);
  throw new Error(`Waited ${patienceMs} ms for: ${what}.`, { cause: last });
}

import { CodeRemoved } from './lateCode.ts';

/** Milliseconds until code that is to be drawn is asked for again, at first and at most. */
const RETRY_FIRST_MS = 500;
const RETRY_MAX_MS = 8_000;
/** Tries with a network, after which the page says so. */
const MAX_TRIES = 5;

/** Code did not come in all its tries. */
export class CodeAway extends Error {
  constructor(cause: unknown) {
    super('A part of this page could not be loaded.', { cause });
    this.name = 'CodeAway';
  }
}

/**
 * Waits for code that is needed now, while its surroundings stay, with a skeleton.
 *
 * @param maxTries tries with a network before it gives up
 * @throws CodeAway it did not come
 * @throws CodeRemoved it is of an older release
 */
export async function persistently<T>(load: () => Promise<T>, maxTries = MAX_TRIES): Promise<T> {
  let wait = RETRY_FIRST_MS;
  for (let tries = 1; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      if (error instanceof CodeRemoved) throw error;
      if (navigator.onLine && tries >= maxTries) throw new CodeAway(error);
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(wait * 2, RETRY_MAX_MS);
    }
  }
}

/**
 * Loaded before the server (`--import`): all of its threads live `QUAD_CLOCK_AHEAD_MS` milliseconds later. Timers are
 * as they are.
 */
const aheadMs = Number(process.env.QUAD_CLOCK_AHEAD_MS);
const now = Date.now.bind(Date);

globalThis.Date = class extends Date {
  constructor(...words: readonly unknown[]) {
    if (words.length === 0) super(now() + aheadMs);
    else super(...(words as [string]));
  }

  static override now(): number {
    return now() + aheadMs;
  }
} as DateConstructor;

export {};

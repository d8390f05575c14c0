import { setTimeout as pause } from 'node:timers/promises';
import type { Rate } from '#server/fairness/rate.ts';
import { createRateLimiter } from '#server/fairness/rateLimiter.ts';
import { SEARCHES_PER_USER } from '#server/http/search.ts';
import { UPLOADS_PER_USER } from '#server/http/uploadGate.ts';
import { CODE_CHECKS_PER_USER } from '#server/identity/limits.ts';
import { COMMANDS_PER_USER } from '#server/write/clientCommands.ts';
import type { Brake, Input } from './input.ts';

/** Milliseconds between two tries to send. */
const ASK_EVERY_MS = 100;
/** A part of the product's own rate: its clock and ours do not tick together. */
const PART = 0.9;

const RATES: Readonly<Record<Brake, Rate>> = {
  commands: COMMANDS_PER_USER,
  uploads: UPLOADS_PER_USER,
  codes: CODE_CHECKS_PER_USER,
  searches: SEARCHES_PER_USER,
};

/**
 * Keeps each member below the product's brakes: an input that only hits a brake tests nothing else. Excess inputs wait;
 * the product's limits stay unchanged.
 */
export function createPace(): (input: Input) => Promise<void> {
  const clock = () => new Date();
  const limiters = Object.fromEntries(
    Object.entries(RATES).map(([brake, { perMinute, burst }]) => {
      const rate = { perMinute: perMinute * PART, burst: Math.floor(burst * PART) };
      return [brake, createRateLimiter(rate, { clock, name: brake, share: null })];
    }),
  );
  return async ({ brake, member }) => {
    if (brake === undefined || member === null) return;
    while ((limiters[brake]?.take(String(member)) ?? 0) > 0) await pause(ASK_EVERY_MS);
  };
}

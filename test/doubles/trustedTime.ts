import type { ProvenTime } from '#server/kernel/provenTime.ts';

/** Time that a test vouches for: sweeps believe its clock at once. */
export function trustedTime(clock: () => Date): ProvenTime {
  return { prove: async () => ({ now: clock(), doubt: null }), hasJumped: () => false };
}

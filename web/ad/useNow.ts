import { useServerNow } from '../kit/time/useServerNow.ts';

/** Milliseconds between two looks at the clock: times and amounts of ads change by the minute. */
const TICK_MS = 10_000;

/** The present instant (ISO), kept true while the page is open. */
export const useNow = (): string => useServerNow(TICK_MS);

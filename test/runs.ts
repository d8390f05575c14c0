/** Whether this is the run of the night (`.ci/nightly`), which takes each property as far as it goes. */
const IS_NIGHT = process.env.QUAD_TEST_NIGHT === '1';

/** Part of the runs that a heavy property gets by day: each change meets it, with the first of the same seed's cases. */
const BY_DAY = 0.3;

/**
 * Runs of a property that takes a processor longer than some ten seconds: all at night, the first of them by day.
 *
 * @param whole runs at night
 */
export function runsOf(whole: number): number {
  return IS_NIGHT ? whole : Math.max(1, Math.round(whole * BY_DAY));
}

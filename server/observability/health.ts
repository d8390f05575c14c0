/** One part of the server: its check returns `null` when it is ready, else why not, in words for operators. */
export interface HealthCheck {
  readonly name: string;
  /** Whether the server serves people while the check fails: then it is ready, and names the problem. */
  readonly isBearable?: true;
  check(): Promise<string | null>;
}

/** Milliseconds within which a part must answer its check: an engine that is down is named after 5 s at most. */
export const CHECK_MAX_MS = 6_000;

/**
 * Why a part is not ready, `null` when it is. The error of a check that throws is such a reason, and so is a check that
 * takes too long.
 */
export async function problemOf(check: HealthCheck['check']): Promise<string | null> {
  const late = Promise.withResolvers<string>();
  const timer = setTimeout(() => late.resolve(`It did not answer within ${CHECK_MAX_MS / 1_000} s.`), CHECK_MAX_MS);
  try {
    return await Promise.race([check(), late.promise]);
  } catch (error) {
    return error instanceof Error ? error.message : 'It failed.';
  } finally {
    clearTimeout(timer);
  }
}

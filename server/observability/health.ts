/** One part of the server: its check returns `null` when it is ready, else why not, in words for operators. */
export interface HealthCheck {
  readonly name: string;
  /** Whether the server serves people while the check fails: then it is ready, and names the problem. */
  readonly isBearable?: true;
  check(): Promise<string | null>;
}

/** Why a part is not ready, `null` when it is; the error of a check that throws is such a reason. */
export async function problemOf(check: HealthCheck['check']): Promise<string | null> {
  try {
    return await check();
  } catch (error) {
    return error instanceof Error ? error.message : 'It failed.';
  }
}
